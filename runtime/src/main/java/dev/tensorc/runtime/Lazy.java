package dev.tensorc.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Computes a value once, when it is first asked for. */
public final class Lazy<T> implements Supplier<T> {

  private final Supplier<T> compute;
  private final List<T> value = new ArrayList<>(1);

  private Lazy(Supplier<T> compute) {
    this.compute = compute;
  }

  /** A supplier that computes its value when it is first asked; again if that failed. */
  public static <T> Supplier<T> of(Supplier<T> compute) {
    return new Lazy<>(compute);
  }

  @Override
  public synchronized T get() {
    if (value.isEmpty()) {
      value.add(compute.get());
    }
    return value.getFirst();
  }
}
