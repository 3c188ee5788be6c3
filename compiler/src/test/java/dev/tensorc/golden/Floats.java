package dev.tensorc.golden;

import dev.tensorc.runtime.FloatTensor;
import java.util.Random;

/** f32 tensors in several layouts. */
enum Floats {
  ROW_MAJOR {
    @Override
    FloatTensor make(Random random, long... shape) {
      return FloatTensor.of(numbers(random, NumpyModel.count(shape)), shape);
    }
  },
  /** An offset, gaps between the elements and the rows, the last axis backwards. */
  SPREAD {
    @Override
    FloatTensor make(Random random, long... shape) {
      return (FloatTensor) Views.spreadCopy(ROW_MAJOR.make(random, shape));
    }
  },
  COLUMN_MAJOR {
    @Override
    FloatTensor make(Random random, long... shape) {
      var strides = new long[shape.length];
      long step = 1;
      for (int axis = 0; axis < shape.length; axis++) {
        strides[axis] = step;
        step *= Math.max(shape[axis], 1);
      }
      return FloatTensor.view(numbers(random, step), 0, shape, strides);
    }
  },
  /** One row for all: stride 0 on the first axis. */
  FIRST_REPEATED {
    @Override
    FloatTensor make(Random random, long... shape) {
      return repeated(random, 0, shape);
    }
  },
  /** One column for all: stride 0 on the last axis. */
  LAST_REPEATED {
    @Override
    FloatTensor make(Random random, long... shape) {
      return repeated(random, shape.length - 1, shape);
    }
  };

  abstract FloatTensor make(Random random, long... shape);

  private static FloatTensor repeated(Random random, int axis, long... shape) {
    long[] strides = Views.strides(shape, 1, 0);
    strides[axis] = 0;
    return FloatTensor.view(numbers(random, NumpyModel.count(shape) + 1), 1, shape, strides);
  }

  private static float[] numbers(Random random, long count) {
    var numbers = new float[Math.toIntExact(count)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextInt(4000) / 8f - 250;
    }
    return numbers;
  }
}
