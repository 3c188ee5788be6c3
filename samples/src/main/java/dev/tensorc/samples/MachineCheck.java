package dev.tensorc.samples;

import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;

/** Prints how likely some machines are to fail, by a network whose weights lie beside its class. */
public final class MachineCheck {

  private MachineCheck() {}

  public static void main(String[] args) throws IOException {
    String[] names = {"press", "lathe", "mill", "saw"};
    float[] readings = { // degrees, mm/s, years
      58, 1.2f, 3,
      81, 4.5f, 7,
      63, 2.1f, 14,
      66, 6.0f, 12,
    };
    FloatTensor machines = FloatTensor.of(readings, names.length, 3);
    try (Failures network = Failures.load()) {
      float[] risks = network.risk(machines).toArray();
      for (long machine : network.urgent(machines, 0.5f).toArray()) {
        System.out.printf("%-6s %5.1f %%%n", names[(int) machine], 100 * risks[(int) machine]);
      }
    }
  }
}
