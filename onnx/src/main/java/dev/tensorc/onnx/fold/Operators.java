package dev.tensorc.onnx.fold;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The operators that can be imported; docs/onnx.md has a row for each. */
public final class Operators {
  /** The most inputs of an operator that takes any number of them. */
  private static final int ANY_NUMBER_OF_INPUTS = Integer.MAX_VALUE;

  private static final Map<String, Operator> ALL = new TreeMap<>();

  static {
    add("Add", 2, 2, Elementwise.arithmetic("+"));
    add("Cast", 1, 1, Elementwise::cast, "to", "saturate");
    add("Concat", 1, ANY_NUMBER_OF_INPUTS, Shaping::concat, "axis");
    add("DequantizeLinear", 2, 3, Quantized::dequantize, "axis", "block_size");
    add("Div", 2, 2, Elementwise.arithmetic("/"));
    add("DynamicQuantizeLinear", 1, 1, Quantized::dynamicQuantize);
    add("Erf", 1, 1, Elementwise.floats("erf"));
    add("Flatten", 1, 1, Shaping::flatten, "axis");
    add("Gather", 2, 2, Indexing::gather, "axis");
    add("Gemm", 2, 3, Products::gemm, "alpha", "beta", "transA", "transB");
    add("Identity", 1, 1, Shaping::identity);
    add("MatMul", 2, 2, Products::matMul);
    add("MatMulInteger", 2, 4, Quantized::matMulInteger);
    add("Mul", 2, 2, Elementwise.arithmetic("*"));
    add("Pow", 2, 2, Elementwise::pow);
    add("ReduceMean", 1, 2, Reductions::mean, "axes", "keepdims", "noop_with_empty_axes");
    add("Relu", 1, 1, Elementwise::relu);
    add("Reshape", 2, 2, Shaping::reshape, "allowzero");
    add("Shape", 1, 1, Shaping::shape, "start", "end");
    add("Sigmoid", 1, 1, Elementwise.floats("sigmoid"));
    add("Slice", 1, 5, Slicing::slice, "starts", "ends", "axes");
    add("Softmax", 1, 1, Reductions::softmax, "axis");
    add("Sqrt", 1, 1, Elementwise.floats("sqrt", Math::sqrt));
    add("Squeeze", 1, 2, Shaping::squeeze, "axes");
    add("Sub", 2, 2, Elementwise.arithmetic("-"));
    add("Tanh", 1, 1, Elementwise.floats("tanh"));
    add("Transpose", 1, 1, Shaping::transpose, "perm");
    add("Unsqueeze", 1, 2, Shaping::unsqueeze, "axes");
  }

  private Operators() {}

  private static void add(
      String name, int fewest, int most, Operator.Rule rule, String... attributes) {
    ALL.put(name, new Operator(Set.of(attributes), fewest, most, rule));
  }

  /** The names of all, in order; {@code Constant}, which is read with the graph, too. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(ALL.keySet());
    names.add("Constant");
    return names;
  }

  static @Nullable Operator named(String name) {
    return ALL.get(name);
  }
}
