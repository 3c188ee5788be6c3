import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Changes class files of the distribution so that the JVM can cache what they load: {@code
 * PrepareClasses.java FOLDER}, of the jars. Programs stay the same. {@code
 * docs/decisions/0064-start-times.md} says what that saves.
 *
 * <ul>
 *   <li>The JVM caches no class of a version below 50: such classes get stack map frames and a
 *       newer version.
 *   <li>The first run of a {@code switch} over types makes a class, which the JVM does not cache:
 *       the call site becomes a method that tests one type after the other.
 * </ul>
 */
final class PrepareClasses {

  private static final int OLDEST_CACHED = ClassFile.JAVA_6_VERSION;

  private final ClassFile files;

  private PrepareClasses(ClassLoader jars) {
    files =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(jars)));
  }

  /**
   * @param args the folder of the jars
   */
  public static void main(String[] args) throws IOException {
    List<Path> jars;
    try (Stream<Path> found = Files.list(Path.of(args[0]))) {
      jars = found.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    URL[] urls = jars.stream().map(PrepareClasses::url).toArray(URL[]::new);
    try (var loader = new URLClassLoader(urls)) {
      var classes = new PrepareClasses(loader);
      for (Path jar : jars) {
        classes.prepare(jar);
      }
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves a jar as it is where none of its classes changes. */
  private void prepare(Path jar) throws IOException {
    Path prepared = jar.resolveSibling(jar.getFileName() + ".part");
    FileTime time = Files.getLastModifiedTime(jar);
    boolean changed = false;
    try (var from = new ZipFile(jar.toFile());
        var to = new ZipOutputStream(Files.newOutputStream(prepared))) {
      for (Enumeration<? extends ZipEntry> all = from.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        byte[] before = bytes(from, entry);
        byte[] after = entry.getName().endsWith(".class") ? prepared(before) : before;
        changed |= after != before;
        var copy = new ZipEntry(entry.getName());
        copy.setTime(entry.getTime());
        to.putNextEntry(copy);
        to.write(after);
        to.closeEntry();
      }
    }
    if (changed) {
      Files.setLastModifiedTime(prepared, time);
      Files.move(prepared, jar, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(prepared);
    }
  }

  private static byte[] bytes(ZipFile jar, ZipEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private byte[] prepared(byte[] bytes) {
    ClassModel model = files.parse(bytes);
    if (model.majorVersion() < OLDEST_CACHED) {
      return withFrames(model);
    }
    var switches = new TypeSwitches(model);
    byte[] replaced = files.transformClass(model, switches.transform());
    return switches.isEmpty() ? bytes : replaced;
  }

  /** Builds the code of all methods anew, which gives it frames. */
  private byte[] withFrames(ClassModel model) {
    ClassTransform code =
        ClassTransform.transformingMethodBodies((to, element) -> to.with(element));
    return files.transformClass(
        model,
        code.andThen(
            (to, element) ->
                to.with(
                    element instanceof ClassFileVersion
                        ? ClassFileVersion.of(ClassFile.JAVA_8_VERSION, 0)
                        : element)));
  }

  /** The type switches of a class; those with constants among their labels stay. */
  private static final class TypeSwitches {

    private record Replaced(String name, MethodTypeDesc type, List<ClassDesc> labels) {}

    private final List<Replaced> replaced = new ArrayList<>();
    private final ClassModel owner;

    TypeSwitches(ClassModel owner) {
      this.owner = owner;
    }

    boolean isEmpty() {
      return replaced.isEmpty();
    }

    ClassTransform transform() {
      return ClassTransform.transformingMethodBodies(
              (to, element) -> {
                if (element instanceof InvokeDynamicInstruction call && isReplaced(call)) {
                  call(to, call);
                } else {
                  to.with(element);
                }
              })
          .andThen(
              ClassTransform.endHandler(
                  to ->
                      replaced.forEach(
                          one ->
                              to.withMethodBody(
                                  one.name,
                                  one.type,
                                  ClassFile.ACC_PRIVATE
                                      | ClassFile.ACC_STATIC
                                      | ClassFile.ACC_SYNTHETIC,
                                  code -> tests(code, one.labels)))));
    }

    private static boolean isReplaced(InvokeDynamicInstruction call) {
      return call.bootstrapMethod().owner().displayName().equals("SwitchBootstraps")
          && call.bootstrapMethod().methodName().equals("typeSwitch")
          && call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
    }

    private void call(CodeBuilder to, InvokeDynamicInstruction site) {
      List<ClassDesc> labels = site.bootstrapArgs().stream().map(ClassDesc.class::cast).toList();
      var one = new Replaced("$typeSwitch" + replaced.size(), site.typeSymbol(), labels);
      replaced.add(one);
      to.invokestatic(
          owner.thisClass().asSymbol(),
          one.name,
          one.type,
          owner.flags().has(AccessFlag.INTERFACE));
    }

    /**
     * {@code int typeSwitch(Object value, int first)}: the first label from {@code first} on that
     * the value is an instance of, else the number of labels; -1 of null.
     */
    private static void tests(CodeBuilder code, List<ClassDesc> labels) {
      List<Label> tests = IntStream.range(0, labels.size()).mapToObj(_ -> code.newLabel()).toList();
      Label none = code.newLabel();
      Label some = code.newLabel();
      code.aload(0).ifnonnull(some).iconst_m1().ireturn();
      code.labelBinding(some).iload(1);
      code.tableswitch(
          none,
          IntStream.range(0, labels.size()).mapToObj(i -> SwitchCase.of(i, tests.get(i))).toList());
      for (int i = 0; i < labels.size(); i++) {
        Label next = i + 1 < labels.size() ? tests.get(i + 1) : none;
        code.labelBinding(tests.get(i)).aload(0).instanceOf(labels.get(i)).ifeq(next);
        code.loadConstant(i).ireturn();
      }
      code.labelBinding(none).loadConstant(labels.size()).ireturn();
    }
  }
}
