package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.ExprRewriter;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One expression of a kernel as an element-wise kernel of its own, over some of the kernel's axes.
 * The caller stands at a point of the other axes.
 *
 * @param inputs the numbers of the kernel's inputs that the expression reads, in order
 * @param axes the numbers of the kernel's axes that the excerpt has, in order
 */
public record Excerpt(Kernel kernel, List<Integer> inputs, List<Integer> axes) {

  /**
   * @param sums how the excerpt's axes walk the kernel's reduced value, which is the excerpt's last
   *     input; empty where the expression does not use that
   */
  public static Excerpt of(Kernel k, Expr value, List<Integer> axes, Optional<Input> sums) {
    var inputs = loads(value);
    var taken = new ArrayList<Input>();
    for (int number : inputs) {
      Input in = k.inputs().get(number);
      taken.add(new Input(in.dtype(), axes.stream().map(in.axes()::get).toList()));
    }
    sums.ifPresent(taken::add);
    var here =
        new ExprRewriter(
                (e, others) ->
                    switch (e) {
                      case Load l -> Optional.of(new Load(inputs.indexOf(l.input()), l.type()));
                      case Expr.Reduced r -> Optional.of(new Load(inputs.size(), r.type()));
                      case Expr.Named n -> Optional.of(others.apply(n.value()));
                      default -> Optional.empty();
                    })
            .apply(value);
    var results = List.of(new Result(here, false));
    var kernel = k.part(axes.size(), 0, taken, k.scalars(), List.of(), results);
    return new Excerpt(kernel, inputs, axes);
  }

  /** The inputs that an expression reads, in order. */
  public static List<Integer> loads(Expr value) {
    return ExprNodes.of(List.of(value)).stream()
        .flatMap(e -> e instanceof Load load ? Stream.of(load.input()) : Stream.empty())
        .distinct()
        .sorted()
        .toList();
  }

  /** Pushes the inputs. */
  public void pushInputs(Code code, List<Tensor> tensors) {
    inputs.forEach(i -> pushTensor(code, tensors.get(i)));
  }

  /** Pushes a tensor of the kernel as one of the excerpt. */
  public void pushTensor(Code code, Tensor t) {
    code.load(t.array());
    code.load(t.offset());
    for (int axis : axes) {
      if (t.uses().get(axis) != AxisUse.NONE) {
        code.load(t.strides()[axis]);
      }
    }
  }
}
