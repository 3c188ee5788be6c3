package dev.tensorc;

import dev.tensorc.compiler.Dump;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs that were compiled last, by their sources: the text with its name, the options, and
 * the texts of all imports. Whoever compiles the same again gets the program that is there, with
 * its classes.
 *
 * <p>It keeps at most {@link #MAX_PROGRAMS} programs, the latest used, and those softly: the JVM
 * frees them where memory becomes scarce.
 */
final class ProgramCache {

  /** Programs that are kept at most. */
  static final int MAX_PROGRAMS = 64;

  private final Map<Key, Kept> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
          return size() > MAX_PROGRAMS;
        }
      };

  /**
   * @param options without the object that finds imports: those that were found are compared
   */
  private record Key(SourceText source, Options options) {}

  /** The result of an import. */
  private record Found(String path, SourceText from, Imports.Result result) {}

  private record Kept(List<Found> imports, SoftReference<CompiledProgram> program) {}

  /** Notes the results of imports. */
  static final class Recorder implements Imports {
    private final Imports imports;
    private final List<ProgramCache.Found> found = new ArrayList<>();

    Recorder(Imports imports) {
      this.imports = imports;
    }

    @Override
    public Result find(String path, SourceText from) {
      Result result = imports.find(path, from);
      found.add(new ProgramCache.Found(path, from, result));
      return result;
    }
  }

  /** Whether programs are kept under these options: who looks at the passes wants them to run. */
  static boolean mayKeep(Options options) {
    return options.dump() == Dump.NONE;
  }

  private static Key key(SourceText source, Options options) {
    return new Key(source, options.withImports(Imports.NONE));
  }

  /** The program that was made of the same, if it is still there. */
  Optional<CompiledProgram> find(SourceText source, Options options) {
    Key key = key(source, options);
    Kept entry;
    synchronized (this) {
      entry = entries.get(key);
    }
    return entry == null || !isUnchanged(entry.imports(), options.imports())
        ? Optional.empty()
        : Optional.ofNullable(entry.program().get());
  }

  private static boolean isUnchanged(List<Found> found, Imports imports) {
    return found.stream().allMatch(f -> imports.find(f.path(), f.from()).equals(f.result()));
  }

  /** Keeps a program, unless another thread has meanwhile made it of the same: then gives that. */
  CompiledProgram keep(
      SourceText source, Options options, Recorder recorder, CompiledProgram program) {
    var kept = new Kept(List.copyOf(recorder.found), new SoftReference<>(program));
    Key key = key(source, options);
    synchronized (this) {
      Kept other = entries.getOrDefault(key, kept);
      CompiledProgram first = other.program().get();
      if (first != null && other.imports().equals(kept.imports())) {
        entries.put(key, other);
        return first;
      }
      entries.put(key, kept);
      return program;
    }
  }
}
