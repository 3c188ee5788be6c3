package dev.tensorc.generated;

import static dev.tensorc.generated.Shrinker.with;

import dev.tensorc.generated.Argument.Layout;
import dev.tensorc.golden.Awkward;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The same program on simpler arguments: plain layouts, smaller sizes, ones. */
final class SimplerArguments {

  private final GeneratedProgram program;

  SimplerArguments(GeneratedProgram program) {
    this.program = program;
  }

  Stream<GeneratedProgram> programs() {
    return IntStream.range(0, program.calls().size())
        .boxed()
        .flatMap(
            i ->
                calls(program.calls().get(i))
                    .map(c -> program.withCalls(with(program.calls(), i, c))));
  }

  private static Stream<List<Argument>> calls(List<Argument> call) {
    return Stream.of(smaller(call), each(call)).flatMap(s -> s);
  }

  /** One size is smaller wherever it stands. */
  private static Stream<List<Argument>> smaller(List<Argument> call) {
    var sizes = new TreeSet<Long>(Collections.reverseOrder());
    call.forEach(a -> sizes.addAll(a.shape()));
    return sizes.stream()
        .flatMap(
            size ->
                Stream.of(1L, size / 2, size - 1)
                    .filter(to -> to > 0 && to < size)
                    .map(to -> call.stream().map(a -> cut(a, size, to)).toList()));
  }

  private static Argument cut(Argument a, long size, long to) {
    Argument plain = a.layout() == Layout.WINDOWS ? a.plain() : a;
    var shape = a.shape().stream().map(n -> n == size ? to : n).toList();
    var elements = new ArrayList<Object>();
    var index = new ArrayList<>(Collections.nCopies(shape.size(), 0L));
    long count = shape.stream().reduce(1L, (x, y) -> x * y);
    for (long i = 0; i < count; i++) {
      long at = 0;
      for (int axis = 0; axis < index.size(); axis++) {
        at = at * a.shape().get(axis) + index.get(axis);
      }
      elements.add(plain.elements().get(Math.toIntExact(at)));
      for (int axis = index.size() - 1; axis >= 0; axis--) {
        index.set(axis, index.get(axis) + 1);
        if (index.get(axis) < shape.get(axis)) {
          break;
        }
        index.set(axis, 0L);
      }
    }
    return new Argument(a.dtype(), shape, elements, plain.layout());
  }

  private static Stream<List<Argument>> each(List<Argument> call) {
    return IntStream.range(0, call.size())
        .boxed()
        .flatMap(i -> arguments(call.get(i)).map(a -> with(call, i, a)));
  }

  private static Stream<Argument> arguments(Argument a) {
    return a.layout() == Layout.ROW_MAJOR ? ones(a) : Stream.concat(Stream.of(a.plain()), ones(a));
  }

  /** Ones in place of all elements, of a half, a quarter and so on. */
  private static Stream<Argument> ones(Argument a) {
    Object one = Awkward.number(a.dtype(), 1);
    int count = a.elements().size();
    var lengths = new ArrayList<Integer>();
    for (int length = count; length > 0; length /= 2) {
      lengths.add(length);
    }
    return lengths.stream()
        .flatMap(
            length ->
                IntStream.range(0, Math.ceilDiv(count, length))
                    .mapToObj(
                        chunk -> {
                          int from = chunk * length;
                          var part = a.elements().subList(from, Math.min(from + length, count));
                          if (part.stream().allMatch(one::equals)) {
                            return a;
                          }
                          var elements = new ArrayList<>(a.elements());
                          Collections.fill(elements.subList(from, from + part.size()), one);
                          return new Argument(a.dtype(), a.shape(), elements, a.layout());
                        }))
        .filter(simpler -> simpler != a);
  }
}
