package dev.tensorc.fuzz;

/** The class that Jazzer calls: {@code --target_class=dev.tensorc.fuzz.Fuzz --target_args=npy}. */
public final class Fuzz {

  private static Target target = Target.PARSER;

  private Fuzz() {}

  public static void fuzzerInitialize(String[] args) {
    target = Target.labelled(args[0]);
  }

  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    target.run(data);
  }
}
