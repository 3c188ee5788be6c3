package dev.tensorc.onnx.program;

import java.util.List;
import java.util.stream.Stream;

/** A part of the exported function. */
public sealed interface Statement permits Definition, Loop {

  /** The values that it gives. */
  List<String> results();

  /** The values that it takes, one for each time. */
  Stream<String> uses();
}
