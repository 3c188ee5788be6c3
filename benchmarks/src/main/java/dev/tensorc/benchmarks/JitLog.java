package dev.tensorc.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines that the JIT printed about generated methods: which ones were worth compiling, since
 * their loops ran long or C2 did compile them, and whether C2's code runs in the end, be it their
 * own or that of a caller which they became part of.
 */
final class JitLog {

  /**
   * Make the JIT compile a method of long loops after tens of calls and not after hundreds, so that
   * kernels of milliseconds do not take a minute to warm up.
   */
  static final List<String> EARLY =
      List.of("-XX:Tier3MinInvocationThreshold=10", "-XX:Tier4MinInvocationThreshold=50");

  /** Make the JIT print the lines that are read here. */
  static final List<String> OPTIONS =
      List.of(
          "-XX:+PrintCompilation",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=PrintInlining,Measured_*::*",
          "-XX:CompileCommand=PrintInlining,*RepeatedCall*::*");

  /**
   * milliseconds, number, attributes, tier, method, perhaps the loop, size, perhaps an event. The
   * beginning of another thread's line may stand before it.
   */
  private static final Pattern LINE =
      Pattern.compile(
          "\\b\\d+\\s+(\\d+)\\s+([%sbn! ]*)\\s*([0-4])?\\s+(Measured_\\S+)(?:\\s+@ -?\\d+)?"
              + "\\s*(?:\\(\\d+ bytes\\))?\\s*(.*)");

  /** C1's lines have no reason behind {@code inline}. */
  private static final Pattern INLINED =
      Pattern.compile("@ \\d+\\s+(Measured_\\S+) \\(\\d+ bytes\\)\\s+inline \\(hot\\)");

  private static final List<String> HOLDERS =
      List.of("$Vector::", "$Scalar::", "$SegmentVector::", "$Staged::");

  /**
   * The JIT's words for C1's code with a profile where C2's is there, whose own line may be lost.
   */
  private static final String REPLACED = "made not entrant: not used";

  private static final String SKIPPED = "COMPILE SKIPPED: ";

  /** Compiled while it runs. A method that hands over to another is called, but has none. */
  private static final String LONG_LOOP = "%";

  private static final int C1_PROFILED = 3;
  private static final int C2 = 4;

  private final List<String> problems = new ArrayList<>();
  private final Map<Integer, String> live = new HashMap<>();
  private final Set<String> worthCompiling = new HashSet<>();
  private final Set<String> inlined = new HashSet<>();
  private final Set<String> replaced = new HashSet<>();

  private JitLog() {}

  /** The faults, one sentence each. */
  static List<String> problems(List<String> lines) {
    var log = new JitLog();
    lines.forEach(log::line);
    for (String method : new TreeSet<>(log.worthCompiling)) {
      if (!log.live.containsValue(method)
          && !log.inlined.contains(method)
          && !log.replaced.contains(method)) {
        log.problems.add(method + " is not compiled by C2 in the end");
      }
    }
    return log.problems;
  }

  private void line(String line) {
    Matcher part = INLINED.matcher(line);
    if (part.find()) {
      inlined.add(part.group(1));
    }
    Matcher m = LINE.matcher(line);
    if (!m.find()) {
      return;
    }
    int number = Integer.parseInt(m.group(1));
    String method = m.group(4);
    String event = m.group(5);
    if (line.contains(SKIPPED)) {
      String reason = line.substring(line.indexOf(SKIPPED) + SKIPPED.length());
      if (reason.contains("out of virtual registers")) {
        problems.add("the JIT gave " + method + " up: " + reason);
      }
      return;
    }
    int tier = m.group(3) == null ? 0 : Integer.parseInt(m.group(3));
    if (event.startsWith("made not entrant")) {
      live.remove(number);
      if (tier == C2) {
        replaced.remove(method);
      } else if (tier == C1_PROFILED && event.startsWith(REPLACED)) {
        replaced.add(method);
      }
    } else if (isKernel(method)) {
      if (tier == C2) {
        live.put(number, method);
        worthCompiling.add(method);
      } else if (tier == C1_PROFILED && m.group(2).contains(LONG_LOOP)) {
        worthCompiling.add(method);
      }
    }
  }

  private static boolean isKernel(String method) {
    return HOLDERS.stream().anyMatch(method::contains);
  }
}
