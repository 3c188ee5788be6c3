package dev.tensorc.frontend;

/**
 * The code here for names of NumPy, PyTorch, MATLAB and Java, a row each: the spelling elsewhere,
 * the code here, a word behind that, a function in which both can stand, a call of it and the other
 * language's result for that. Of the rows that fit a call, all of the first one's spelling are
 * told. {@code order...} are two arguments or more. {@code ForeignNamesTest} compiles and runs
 * each.
 */
final class ForeignTable {

  private ForeignTable() {}

  /** The names of parameters here. */
  static final String ARGUMENTS =
      """
      ddof correction
      dim axis
      dims axis
      axes axis
      keepdim keepdims
      keep_dims keepdims
      a_min min
      a_max max
      interpolation method
      """;

  /** The names of array libraries and classes of numbers elsewhere. */
  static final String LIBRARIES =
      """
      np numpy jnp jax torch tf scipy math Math xp cp nn StrictMath Arrays Integer Long Double Float
      System
      """;

  /** The code here for values of modules. */
  static final String OF_MODULES =
      """
      pi pi
      inf inf
      nan nan
      newaxis newaxis
      e exp(1.0)
      E exp(1.0)
      """;

  /** The names of dtypes here. */
  static final String DTYPES =
      """
      float f64
      float64 f64
      double f64
      real f64
      float32 f32
      single f32
      float16 f16
      half f16
      bfloat16 bf16
      int i64
      int64 i64
      long i64
      int32 i32
      int8 i8
      int16 i16
      short i16
      uint8 u8
      byte u8
      uint16 u16
      uint32 u32
      uint u32
      uint64 u64
      boolean bool
      bool_ bool
      """;

  /** Functions that have these names elsewhere too, where many are methods of arrays. */
  static final String ALIKE =
      """
      abs acos acosh add all any arange argmax argmin argsort asin asinh astype atan atan2 atanh
      bincount bitwise_and bitwise_invert bitwise_left_shift bitwise_or bitwise_right_shift
      bitwise_xor broadcast_arrays broadcast_to cbrt ceil clip concat copysign cos cosh
      count_nonzero cross cumulative_prod cumulative_sum deg2rad diagonal diff divide einsum equal
      erf exp exp2 expand_dims expm1 eye finfo flip floor floor_divide fma fmax fmin fmod full
      full_like greater greater_equal hypot iinfo isfinite isinf isnan less less_equal linspace log
      log10 log1p log2 logaddexp logical_and logical_not logical_or logical_xor matmul matrix_norm
      matrix_transpose max maximum mean meshgrid min minimum moveaxis multiply negative nextafter
      nonzero not_equal ones ones_like outer pad permute_dims positive pow prod rad2deg reciprocal
      relu remainder repeat reshape rint roll round searchsorted sigmoid sign signbit sin sinh sort
      sqrt square stack std subtract sum take take_along_axis tan tanh tensordot tile trace tril
      triu trunc unique_values unstack var vecdot vector_norm where zeros zeros_like
      """;

  static final String ROWS =
      """
      absolute(x) | abs(x) | | x: f64[n] -> f64[n] | x=[-1, 2] | [1, 2]
      fabs(x) | abs(x) | | x: f64[n] -> f64[n] | x=[-1, 2] | [1, 2]
      power(x, y) | x ** y | | x: f64[n], y: f64[n] -> f64[n] | x=[2, 3], y=[3, 2] | [8, 9]
      float_power(x, y) | x ** y | | x: f64[n], y: f64[n] -> f64[n] | x=[2, 3], y=[3, 2] | [8, 9]
      mod(x, y) | x % y | | x: f64[n], y: f64[n] -> f64[n] | x=[-7, 7], y=[3, 3] | [2, 1]
      rem(x, y) | fmod(x, y) | | x: f64[n], y: f64[n] -> f64[n] | x=[-7, 7], y=[3, 3] | [-1, 1]
      floorMod(x, y) | x % y | | x: i64, y: i64 -> i64 | x=-7, y=3 | 2
      floorDiv(x, y) | x // y | | x: i64, y: i64 -> i64 | x=-7, y=3 | -3
      idivide(x, y) | trunc(x / y) | | x: f64[n], y: f64[n] -> f64[n] | x=[-7, 7], y=[2, 2] | [-3, 3]
      true_divide(x, y) | x / y | | x: i64[n], y: i64[n] -> f64[n] | x=[1, 3], y=[2, 2] | [0.5, 1.5]
      divmod(x, y) | x // y | is the quotient, `x % y` the remainder | x: i64, y: i64 -> i64
      arctan(x) | atan(x) | | x: f64[n] -> f64[n] | x=[0] | [0]
      arctan2(y, x) | atan2(y, x) | | y: f64[n], x: f64[n] -> f64[n] | y=[0], x=[1] | [0]
      arcsin(x) | asin(x) | | x: f64[n] -> f64[n] | x=[0] | [0]
      arccos(x) | acos(x) | | x: f64[n] -> f64[n] | x=[1] | [0]
      arcsinh(x) | asinh(x) | | x: f64[n] -> f64[n] | x=[0] | [0]
      arccosh(x) | acosh(x) | | x: f64[n] -> f64[n] | x=[1] | [0]
      arctanh(x) | atanh(x) | | x: f64[n] -> f64[n] | x=[0] | [0]
      radians(x) | deg2rad(x) | | x: f64[n] -> f64[n] | x=[0, 180] | [0, 3.141592653589793]
      degrees(x) | rad2deg(x) | | x: f64[n] -> f64[n] | x=[0, 3.141592653589793] | [0, 180]
      toRadians(x) | deg2rad(x) | | x: f64 -> f64 | x=180 | 3.141592653589793
      toDegrees(x) | rad2deg(x) | | x: f64 -> f64 | x=3.141592653589793 | 180
      ceiling(x) | ceil(x) | | x: f64[n] -> f64[n] | x=[1.5] | [2]
      fix(x) | trunc(x) | | x: f64[n] -> f64[n] | x=[-1.5, 1.5] | [-1, 1]
      around(x) | round(x) | | x: f64[n] -> f64[n] | x=[0.5, 1.5] | [0, 2]
      around(x, n) | round(x * 10.0 ** n) / 10.0 ** n | | x: f64[k], n: i64 -> f64[k] | x=[1.2345], n=2 | [1.23]
      round_(x) | round(x) | | x: f64[n] -> f64[n] | x=[0.5, 1.5] | [0, 2]
      round(x, n) | round(x * 10.0 ** n) / 10.0 ** n | | x: f64[k], n: i64 -> f64[k] | x=[1.2345], n=2 | [1.23]
      ln(x) | log(x) | | x: f64[n] -> f64[n] | x=[1] | [0]
      log(x, b) | log(x) / log(b) | | x: f64[n], b: f64 -> f64[n] | x=[1], b=3 | [0]
      signum(x) | sign(x) | | x: f64[n] -> f64[n] | x=[-2, 0] | [-1, 0]
      sgn(x) | sign(x) | | x: f64[n] -> f64[n] | x=[-2, 0] | [-1, 0]
      invert(x) | ~x | | x: i64[n] -> i64[n] | x=[0, 5] | [-1, -6]
      bitwise_not(x) | ~x | | x: i64[n] -> i64[n] | x=[0, 5] | [-1, -6]
      left_shift(x, k) | x << k | | x: i64[n], k: i64 -> i64[n] | x=[1, 5], k=2 | [4, 20]
      right_shift(x, k) | x >> k | | x: i64[n], k: i64 -> i64[n] | x=[4, 20], k=2 | [1, 5]
      bitand(x, y) | x & y | | x: i64[n], y: i64[n] -> i64[n] | x=[6], y=[3] | [2]
      bitor(x, y) | bitwise_or(x, y) | | x: i64[n], y: i64[n] -> i64[n] | x=[6], y=[3] | [7]
      bitxor(x, y) | x ^ y | | x: i64[n], y: i64[n] -> i64[n] | x=[6], y=[3] | [5]
      xor(x, y) | logical_xor(x, y) | | x: bool[n], y: bool[n] -> bool[n] | x=[true, true], y=[true, false] | [false, true]
      sinc(x) | where(x == 0, 1, sin(pi * x) / (pi * x)) | | x: f64[n] -> f64[n] | x=[0, 0.5] | [1, 0.6366197723675814]
      heaviside(x, h) | where(x == 0, h, astype(x > 0, f64)) | | x: f64[n], h: f64 -> f64[n] | x=[-1, 0, 2], h=0.5 | [0, 0.5, 1]
      logaddexp2(x, y) | log2(exp2(x) + exp2(y)) | | x: f64[n], y: f64[n] -> f64[n] | x=[1], y=[1] | [2]
      ldexp(x, k) | x * 2.0 ** k | | x: f64[n], k: i64 -> f64[n] | x=[0.5, 3], k=3 | [4, 24]
      scalbn(x, k) | x * 2.0 ** k | | x: f64[n], k: i64 -> f64[n] | x=[0.5, 3], k=3 | [4, 24]
      modf(x) | x - trunc(x) | is the fraction, `trunc(x)` the whole part | x: f64[n] -> f64[n]
      frac(x) | x - trunc(x) | | x: f64[n] -> f64[n] | x=[-1.5, 2.25] | [-0.5, 0.25]
      rsqrt(x) | 1 / sqrt(x) | | x: f64[n] -> f64[n] | x=[4] | [0.5]
      gcd(a, b) | | there is no `gcd`: Euclid's algorithm is a `while` loop | a: i64, b: i64 -> i64
      lcm(a, b) | | there is no `lcm`: divide the product by the result of Euclid's algorithm, a `while` loop | a: i64, b: i64 -> i64
      factorial(n) | prod(arange(1, n + 1)) | | n: i64 -> i64 | n=5 | 120
      clamp(x, lo, hi) | clip(x, lo, hi) | | x: f64[n], lo: f64, hi: f64 -> f64[n] | x=[-5, 1, 5], lo=0, hi=2 | [0, 1, 2]
      clamp(x, min=lo) | maximum(x, lo) | | x: f64[n], lo: f64 -> f64[n] | x=[-5, 1], lo=0 | [0, 1]
      clamp(x, max=hi) | minimum(x, hi) | | x: f64[n], hi: f64 -> f64[n] | x=[-5, 1], hi=0 | [-5, 0]
      clamp_min(x, lo) | maximum(x, lo) | | x: f64[n], lo: f64 -> f64[n] | x=[-5, 1], lo=0 | [0, 1]
      clamp_max(x, hi) | minimum(x, hi) | | x: f64[n], hi: f64 -> f64[n] | x=[-5, 1], hi=0 | [-5, 0]
      max(a, b) | maximum(a, b) | | a: f64[n], b: f64[n] -> f64[n] | a=[1, 5], b=[3, 2] | [3, 5]
      min(a, b) | minimum(a, b) | | a: f64[n], b: f64[n] -> f64[n] | a=[1, 5], b=[3, 2] | [1, 2]
      array_equal(a, b) | all(a == b) | | a: f64[n], b: f64[n] -> bool | a=[1, 2], b=[1, 2] | true
      array_equiv(a, b) | all(a == b) | | a: f64[n], b: f64[n] -> bool | a=[1, 2], b=[1, 3] | false
      isneginf(x) | x == -inf | | x: f64[n] -> bool[n] | x=[1, -inf] | [false, true]
      isposinf(x) | x == inf | | x: f64[n] -> bool[n] | x=[1, inf] | [false, true]
      real(x) | | there are no complex numbers yet: a real part is an array of floats | x: f64[n] -> f64[n]
      imag(x) | | there are no complex numbers yet: it is an array of floats of its own | x: f64[n] -> f64[n]
      conj(x) | | there are no complex numbers yet; of a real number it is the number | x: f64[n] -> f64[n]
      conjugate(x) | | there are no complex numbers yet; of a real number it is the number | x: f64[n] -> f64[n]
      angle(x) | atan2(im, re) | of the parts `re` and `im`: there are no complex numbers yet | re: f64[n], im: f64[n] -> f64[n]
      amax(x) | max(x) | | x: f64[n] -> f64 | x=[1, 3] | 3
      amax(x, axis=ax) | max(x, axis=ax) | | x: f64[n, m] -> f64[m] | x=[[1, 5], [4, 2]] | [4, 5]
      amin(x) | min(x) | | x: f64[n] -> f64 | x=[1, 3] | 1
      amin(x, axis=ax) | min(x, axis=ax) | | x: f64[n, m] -> f64[m] | x=[[1, 5], [4, 2]] | [1, 2]
      peak_to_peak(x) | max(x) - min(x) | | x: f64[n] -> f64 | x=[1, 4] | 3
      average(x) | mean(x) | | x: f64[n] -> f64 | x=[1, 4] | 2.5
      product(x) | prod(x) | | x: f64[n] -> f64 | x=[2, 4] | 8
      cumsum(x) | cumulative_sum(x) | , of several axes with `axis=` | x: f64[n] -> f64[n] | x=[1, 2] | [1, 3]
      cumsum(x, axis=ax) | cumulative_sum(x, axis=ax) | | x: f64[n, m] -> f64[n, m] | x=[[1, 5], [4, 2]] | [[1, 5], [5, 7]]
      cumprod(x) | cumulative_prod(x) | , of several axes with `axis=` | x: f64[n] -> f64[n] | x=[2, 3] | [2, 6]
      cumprod(x, axis=ax) | cumulative_prod(x, axis=ax) | | x: f64[n, m] -> f64[n, m] | x=[[1, 5], [4, 2]] | [[1, 5], [4, 10]]
      nanargmax(x) | argmax(where(isnan(x), -inf, x)) | | x: f64[n] -> i64 | x=[1, nan, 2] | 2
      nanargmin(x) | argmin(where(isnan(x), inf, x)) | | x: f64[n] -> i64 | x=[1, nan, 2] | 0
      nancumsum(x) | cumulative_sum(where(isnan(x), 0, x)) | | x: f64[n] -> f64[n] | x=[1, nan, 2] | [1, 1, 3]
      cov(x, y) | sum((x - mean(x)) * (y - mean(y))) / (len(x) - 1) | , the element off NumPy's diagonal | x: f64[n], y: f64[n] -> f64 | x=[1, 2, 3], y=[2, 4, 9] | 3.5
      corrcoef(x, y) | mean((x - mean(x)) * (y - mean(y))) / (std(x) * std(y)) | , the element off NumPy's diagonal | x: f64[n], y: f64[n] -> f64 | x=[-1, 1], y=[1, -1] | -1
      corr(x, y) | mean((x - mean(x)) * (y - mean(y))) / (std(x) * std(y)) | | x: f64[n], y: f64[n] -> f64 | x=[-1, 1], y=[1, -1] | -1
      bucketize(x, bins) | searchsorted(bins, x) | | x: f64[n], bins: f64[m] -> i64[n] | x=[0.5, 1, 5], bins=[0, 1, 2] | [1, 1, 3]
      unique(x) | unique_values(x) | | x: f64[n] -> f64[?] | x=[2, 1, 2] | [1, 2]
      where(c) | nonzero(c) | | c: bool[n] -> i64[?] | c=[true, false, true] | [0, 2]
      partition(x, k) | sort(x) | | x: f64[n], k: i64 -> f64[n]
      argpartition(x, k) | argsort(x) | | x: f64[n], k: i64 -> i64[n]
      kthvalue(x, k) | sort(x)[k - 1] | | x: f64[n], k: i64 -> f64 | x=[3, 1, 2], k=2 | 2
      isin(x, y) | any(x[:, newaxis] == y, axis=1) | | x: f64[n], y: f64[m] -> bool[n] | x=[1, 2, 3], y=[3, 1] | [true, false, true]
      in1d(x, y) | any(x[:, newaxis] == y, axis=1) | | x: f64[n], y: f64[m] -> bool[n] | x=[1, 2, 3], y=[3, 1] | [true, false, true]
      ismember(x, y) | any(x[:, newaxis] == y, axis=1) | | x: f64[n], y: f64[m] -> bool[n] | x=[1, 2, 3], y=[3, 1] | [true, false, true]
      trapz(y, x) | sum((x[1:] - x[:-1]) * (y[1:] + y[:-1])) / 2 | | y: f64[n], x: f64[n] -> f64 | y=[1, 3, 5], x=[0, 1, 3] | 10
      trapz(y) | sum(y[1:] + y[:-1]) / 2 | | y: f64[n] -> f64 | y=[1, 3, 5] | 6
      ediff1d(x) | diff(x) | | x: f64[n] -> f64[?] | x=[1, 4, 9] | [3, 5]
      polyval(p, x) | | there is no `polyval`: Horner's scheme is a loop over `p`, `y = y * x + p[i]` | p: f64[n], x: f64 -> f64
      polyfit(x, y, k) | | there is no `polyfit` | x: f64[n], y: f64[n], k: i64 -> f64[?]
      dot(x, y) | x @ y | | x: f64[n], y: f64[n] -> f64 | x=[1, 2], y=[3, 4] | 11
      inner(x, y) | x @ y | | x: f64[n], y: f64[n] -> f64 | x=[1, 2], y=[3, 4] | 11
      vdot(x, y) | x @ y | | x: f64[n], y: f64[n] -> f64 | x=[1, 2], y=[3, 4] | 11
      mm(a, b) | a @ b | | a: f64[n, k], b: f64[k, m] -> f64[n, m] | a=[[1, 2]], b=[[3], [4]] | [[11]]
      bmm(a, b) | a @ b | | a: f64[s, n, k], b: f64[s, k, m] -> f64[s, n, m] | a=[[[1, 2]]], b=[[[3], [4]]] | [[[11]]]
      mv(a, x) | a @ x | | a: f64[n, k], x: f64[k] -> f64[n] | a=[[1, 2]], x=[3, 4] | [11]
      matvec(a, x) | a @ x | | a: f64[n, k], x: f64[k] -> f64[n] | a=[[1, 2]], x=[3, 4] | [11]
      vecmat(x, a) | x @ a | | x: f64[n], a: f64[n, k] -> f64[k] | x=[3, 4], a=[[1], [2]] | [11]
      multi_dot([a, b]) | a @ b | | a: f64[n, k], b: f64[k, m] -> f64[n, m] | a=[[1, 2]], b=[[3], [4]] | [[11]]
      addmm(c, a, b) | c + a @ b | | c: f64[n, m], a: f64[n, k], b: f64[k, m] -> f64[n, m] | c=[[1]], a=[[1, 2]], b=[[3], [4]] | [[12]]
      linear(x, w, b) | x @ w.T + b | | x: f64[n, k], w: f64[m, k], b: f64[m] -> f64[n, m] | x=[[1, 2]], w=[[3, 4]], b=[1] | [[12]]
      ger(x, y) | outer(x, y) | | x: f64[n], y: f64[m] -> f64[n, m] | x=[1, 2], y=[3] | [[3], [6]]
      norm(x) | vector_norm(x) | | x: f64[n] -> f64 | x=[3, 4] | 5
      norm(x, axis=ax) | vector_norm(x, axis=ax) | | x: f64[n, m] -> f64[m] | x=[[3, 5], [4, 12]] | [5, 13]
      matrix_power(a, k) | | there is no `matrix_power`: `a @ a`, or a loop of `p = p @ a` | a: f64[n, n], k: i64 -> f64[n, n]
      pinv(a) | | there is no `pinv` yet | a: f64[n, n] -> f64[n, n]
      svd(a) | | there is no `svd`: the singular values are the roots of the eigenvalues of `a.T @ a`, which `eigh` of `import "std/linalg.tc"` gives | a: f64[n, n] -> f64[n, n]
      eigvalsh(a) | | the eigenvalues are the first result of `eigh`, of `import "std/linalg.tc"` | a: f64[n, n] -> f64[n]
      eig(a) | | there is no `eig` | a: f64[n, n] -> f64[n]
      eigvals(a) | | there is no `eigvals` | a: f64[n, n] -> f64[n]
      expm(a) | | there is no `expm` of matrices; `exp(a)` is of the elements | a: f64[n, n] -> f64[n, n]
      matrix_rank(a) | | there is no `matrix_rank` | a: f64[n, n] -> i64
      diagflat(x) | let d[i, j] = where(i == j, x[i], 0) for j in 0:len(x) ; d | | x: f64[n] -> f64[n, n] | x=[1, 2] | [[1, 0], [0, 2]]
      tri(n) | tril(ones((n, n))) | | n: i64 -> f64[n, n] | n=2 | [[1, 0], [1, 1]]
      identity(n) | eye(n) | | n: i64 -> f64[n, n] | n=2 | [[1, 0], [0, 1]]
      vander(x) | x[:, newaxis] ** arange(len(x) - 1, -1, -1) | | x: f64[n] -> f64[n, ?] | x=[2, 3] | [[2, 1], [3, 1]]
      concatenate([a, b]) | concat([a, b]) | | a: f64[n], b: f64[m] -> f64[?] | a=[1], b=[2, 3] | [1, 2, 3]
      concatenate([a, b], axis=ax) | concat([a, b], axis=ax) | | a: f64[n, m], b: f64[p, m] -> f64[?, m] | a=[[1, 2]], b=[[3, 4]] | [[1, 2], [3, 4]]
      cat([a, b]) | concat([a, b]) | | a: f64[n], b: f64[m] -> f64[?] | a=[1], b=[2, 3] | [1, 2, 3]
      cat([a, b], dim=ax) | concat([a, b], axis=ax) | | a: f64[n, m], b: f64[p, m] -> f64[?, m] | a=[[1, 2]], b=[[3, 4]] | [[1, 2], [3, 4]]
      cat([a, b], ax) | concat([a, b], axis=ax) | | a: f64[n, m], b: f64[p, m] -> f64[?, m] | a=[[1, 2]], b=[[3, 4]] | [[1, 2], [3, 4]]
      hstack([a, b]) | concat([a, b]) | of vectors | a: f64[n], b: f64[m] -> f64[?] | a=[1], b=[2, 3] | [1, 2, 3]
      hstack([a, b]) | concat([a, b], axis=1) | of matrices | a: f64[n, m], b: f64[n, p] -> f64[n, ?] | a=[[1], [2]], b=[[3], [4]] | [[1, 3], [2, 4]]
      vstack([a, b]) | stack([a, b]) | of vectors | a: f64[n], b: f64[n] -> f64[2, n] | a=[1], b=[2] | [[1], [2]]
      vstack([a, b]) | concat([a, b]) | of matrices | a: f64[n, m], b: f64[p, m] -> f64[?, m] | a=[[1], [2]], b=[[3]] | [[1], [2], [3]]
      row_stack([a, b]) | stack([a, b]) | of vectors | a: f64[n], b: f64[n] -> f64[2, n] | a=[1], b=[2] | [[1], [2]]
      dstack([a, b]) | stack([a, b], axis=2) | of matrices | a: f64[n, m], b: f64[n, m] -> f64[n, m, 2] | a=[[1]], b=[[2]] | [[[1, 2]]]
      column_stack([a, b]) | stack([a, b], axis=1) | of vectors | a: f64[n], b: f64[n] -> f64[n, 2] | a=[1, 2], b=[3, 4] | [[1, 3], [2, 4]]
      column_stack([a, b]) | concat([a, b], axis=1) | of matrices | a: f64[n, m], b: f64[n, p] -> f64[n, ?] | a=[[1], [2]], b=[[3], [4]] | [[1, 3], [2, 4]]
      horzcat(a, b) | concat([a, b], axis=1) | | a: f64[n, m], b: f64[n, p] -> f64[n, ?] | a=[[1], [2]], b=[[3], [4]] | [[1, 3], [2, 4]]
      vertcat(a, b) | concat([a, b]) | | a: f64[n, m], b: f64[p, m] -> f64[?, m] | a=[[1], [2]], b=[[3]] | [[1], [2], [3]]
      block([[a, b], [c, d]]) | concat([concat([a, b], axis=1), concat([c, d], axis=1)]) | | a: f64[1, 1], b: f64[1, 1], c: f64[1, 1], d: f64[1, 1] -> f64[2, 2] | a=[[1]], b=[[2]], c=[[3]], d=[[4]] | [[1, 2], [3, 4]]
      append(x, y) | concat([x, y]) | | x: f64[n], y: f64[m] -> f64[?] | x=[1], y=[2, 3] | [1, 2, 3]
      insert(x, k, v) | concat([x[:k], [v], x[k:]]) | | x: f64[n], k: i64, v: f64 -> f64[?] | x=[1, 2], k=1, v=9 | [1, 9, 2]
      delete(x, k) | concat([x[:k], x[k + 1:]]) | | x: f64[n], k: i64 -> f64[?] | x=[1, 2, 3], k=1 | [1, 3]
      transpose(x) | x.T | of a matrix | x: f64[n, m] -> f64[m, n] | x=[[1, 2]] | [[1], [2]]
      transpose(x, axes) | permute_dims(x, axes) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      transpose(x, axes=axes) | permute_dims(x, axes) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      transpose(x, ax, ay) | moveaxis(x, (ax, ay), (ay, ax)) | ; of a matrix it is `x.T` | x: f64[n, m] -> f64[?, ?] | x=[[1, 2]] | [[1], [2]]
      permute(x, axes) | permute_dims(x, axes) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      permute(x, order...) | permute_dims(x, (order)) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      swapaxes(x, axis1=ax, axis2=ay) | moveaxis(x, (ax, ay), (ay, ax)) | ; of a matrix it is `x.T` | x: f64[n, m] -> f64[?, ?] | x=[[1, 2]] | [[1], [2]]
      swapaxes(x, -1, -2) | matrix_transpose(x) | | x: f64[a, b, c] -> f64[a, c, b] | x=[[[1, 2]]] | [[[1], [2]]]
      swapaxes(x, -2, -1) | matrix_transpose(x) | | x: f64[a, b, c] -> f64[a, c, b] | x=[[[1, 2]]] | [[[1], [2]]]
      swapaxes(x, ax, ay) | moveaxis(x, (ax, ay), (ay, ax)) | ; of a matrix it is `x.T` | x: f64[n, m] -> f64[?, ?] | x=[[1, 2]] | [[1], [2]]
      swapdims(x, ax, ay) | moveaxis(x, (ax, ay), (ay, ax)) | ; of a matrix it is `x.T` | x: f64[n, m] -> f64[?, ?] | x=[[1, 2]] | [[1], [2]]
      rollaxis(x, ax) | moveaxis(x, ax, 0) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1, 2]]]
      movedim(x, ax, ay) | moveaxis(x, ax, ay) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1, 2]]]
      ravel(x) | reshape(x, -1) | | x: f64[n, m] -> f64[?] | x=[[1, 2], [3, 4]] | [1, 2, 3, 4]
      flatten(x) | reshape(x, -1) | | x: f64[n, m] -> f64[?] | x=[[1, 2], [3, 4]] | [1, 2, 3, 4]
      unsqueeze(x, ax) | expand_dims(x, ax) | | x: f64[n] -> f64[1, n] | x=[1, 2] | [[1, 2]]
      squeeze(x) | narrow(x) | | x: f64[1, 3] -> f64[3] | x=[[1, 2, 3]] | [1, 2, 3]
      atleast_1d(x) | [x] | of a scalar | x: f64 -> f64[1] | x=2 | [2]
      atleast_2d(x) | x[newaxis, :] | of a vector | x: f64[n] -> f64[1, n] | x=[1, 2] | [[1, 2]]
      fliplr(x) | flip(x, axis=1) | | x: f64[n, m] -> f64[n, m] | x=[[1, 2]] | [[2, 1]]
      flipud(x) | flip(x, axis=0) | | x: f64[n, m] -> f64[n, m] | x=[[1], [2]] | [[2], [1]]
      rot90(x) | flip(x.T, axis=0) | | x: f64[n, m] -> f64[m, n] | x=[[1, 2], [3, 4]] | [[2, 4], [1, 3]]
      circshift(x, k) | roll(x, k) | | x: f64[n], k: i64 -> f64[n] | x=[1, 2, 3], k=1 | [3, 1, 2]
      repeat_interleave(x, k) | repeat(x, k) | | x: f64[n], k: i64 -> f64[?] | x=[1, 2], k=2 | [1, 1, 2, 2]
      repmat(x, sizes...) | tile(x, (sizes)) | | x: f64[a, b], n: i64, m: i64 -> f64[?, ?] | x=[[1, 2]], n=2, m=2 | [[1, 2, 1, 2], [1, 2, 1, 2]]
      split(x, 2) | x[:len(x) // 2] | is the first half, `x[len(x) // 2:]` the second | x: f64[n] -> f64[?]
      array_split(x, k) | | parts are slices: `x[:k]` and `x[k:]` | x: f64[n], k: i64 -> f64[?]
      hsplit(x, k) | | parts are slices: `x[:, :k]` and `x[:, k:]` | x: f64[n, m], k: i64 -> f64[?, ?]
      vsplit(x, k) | | parts are slices: `x[:k]` and `x[k:]` | x: f64[n, m], k: i64 -> f64[?, ?]
      chunk(x, k) | | parts are slices: `x[:k]` and `x[k:]` | x: f64[n], k: i64 -> f64[?]
      array(x) | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      array(x, dtype=f32) | astype(x, f32) | | x: f64[n] -> f32[n] | x=[1] | [1]
      asarray(x) | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      asarray(x, dtype=f32) | astype(x, f32) | | x: f64[n] -> f32[n] | x=[1] | [1]
      tensor(x) | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      tensor(x, dtype=f32) | astype(x, f32) | | x: f64[n] -> f32[n] | x=[1] | [1]
      ascontiguousarray(x) | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      copy(x) | x | : values never change, a `var` of it is a copy | x: f64[n] -> f64[n] | x=[1] | [1]
      clone(x) | x | : values never change, a `var` of it is a copy | x: f64[n] -> f64[n] | x=[1] | [1]
      empty(n) | zeros(n) | | n: i64 -> f64[n]
      empty_like(x) | zeros_like(x) | | x: f64[n] -> f64[n]
      zeros(sizes...) | zeros((sizes)) | | n: i64, m: i64 -> f64[n, m] | n=1, m=2 | [[0, 0]]
      ones(sizes...) | ones((sizes)) | | n: i64, m: i64 -> f64[n, m] | n=1, m=2 | [[1, 1]]
      reshape(x, sizes...) | reshape(x, (sizes)) | | x: f64[k], n: i64, m: i64 -> f64[n, m] | x=[1, 2], n=1, m=2 | [[1, 2]]
      broadcast_to(x, sizes...) | broadcast_to(x, (sizes)) | | x: f64, n: i64, m: i64 -> f64[n, m] | x=1, n=1, m=2 | [[1, 1]]
      tile(x, sizes...) | tile(x, (sizes)) | | x: f64[a, b], n: i64, m: i64 -> f64[?, ?] | x=[[1, 2]], n=2, m=2 | [[1, 2, 1, 2], [1, 2, 1, 2]]
      permute_dims(x, order...) | permute_dims(x, (order)) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      logspace(a, b, n) | 10.0 ** linspace(a, b, n) | | a: f64, b: f64, n: i64 -> f64[n] | a=0, b=2, n=3 | [1, 10, 100]
      geomspace(a, b, n) | a * (b / a) ** linspace(0, 1, n) | | a: f64, b: f64, n: i64 -> f64[n] | a=1, b=4, n=3 | [1, 2, 4]
      indices(n, m) | | an index is a number: `let t[i, j] = i + j for i in 0:n, j in 0:m` | n: i64, m: i64 -> i64[n, m]
      fromfunction(g, n) | | index notation defines an array by its elements: `let t[i] = i * i for i in 0:n` | n: i64 -> i64[n]
      choose(c, [a, b]) | where(c == 0, a, b) | | c: i64[n], a: f64[n], b: f64[n] -> f64[n] | c=[0, 1], a=[1, 2], b=[3, 4] | [1, 4]
      select([c, d], [x, y], z) | where(c, x, where(d, y, z)) | | c: bool[n], d: bool[n], x: f64[n], y: f64[n], z: f64 -> f64[n] | c=[true, false], d=[true, false], x=[1, 2], y=[3, 4], z=0 | [1, 0]
      iif(c, a, b) | where(c, a, b) | | c: bool[n], a: f64[n], b: f64[n] -> f64[n] | c=[true, false], a=[1, 2], b=[3, 4] | [1, 4]
      take_along_dim(x, i, ax) | take_along_axis(x, i, axis=ax) | | x: f64[n, m], i: i64[n, m] -> f64[n, m] | x=[[1, 2], [3, 4]], i=[[1, 0], [0, 1]] | [[3, 2], [1, 4]]
      gather(x, ax, i) | take_along_axis(x, i, axis=ax) | | x: f64[n, m], i: i64[n, m] -> f64[n, m] | x=[[1, 2], [3, 4]], i=[[1, 0], [0, 1]] | [[3, 2], [1, 4]]
      index_select(x, ax, i) | take(x, i, axis=ax) | | x: f64[n, m], i: i64[p] -> f64[p, m] | x=[[1, 2], [3, 4]], i=[1] | [[3, 4]]
      masked_fill(x, c, v) | where(c, v, x) | | x: f64[n], c: bool[n], v: f64 -> f64[n] | x=[1, 2], c=[true, false], v=0 | [0, 2]
      putmask(x, c, v) | where(c, v, x) | | x: f64[n], c: bool[n], v: f64 -> f64[n] | x=[1, 2], c=[true, false], v=0 | [0, 2]
      fill_diagonal(x, v) | let y[i, j] = where(i == j, v, x[i, j]) for i in 0:len(x), j in 0:len(x) ; y | | x: f64[n, n], v: f64 -> f64[n, n] | x=[[1, 2], [3, 4]], v=0 | [[0, 2], [3, 0]]
      vectorize(g) | | functions apply to whole arrays: `exp(x)` | x: f64[n] -> f64[n]
      apply_along_axis(g, 0, x) | | functions apply to whole arrays: `exp(x)`; reductions have an `axis` | x: f64[n] -> f64[n]
      map(x) | | functions apply to whole arrays: `exp(x)` | x: f64[n] -> f64[n]
      vmap(x) | | functions apply to whole arrays: `exp(x)` | x: f64[n] -> f64[n]
      arrayfun(g, x) | | functions apply to whole arrays: `exp(x)` | x: f64[n] -> f64[n]
      bsxfun(g, x, y) | | operators broadcast: `x + y` | x: f64[n], y: f64[n] -> f64[n]
      random.rand(n) | random_uniform(key, n) | : each `key` gives the same numbers always | n: i64, key: i64 -> f64[n]
      rand(n) | random_uniform(key, n) | : each `key` gives the same numbers always | n: i64, key: i64 -> f64[n]
      randn(n) | random_normal(key, n) | : each `key` gives the same numbers always | n: i64, key: i64 -> f64[n]
      randint(lo, hi, n) | lo + astype(floor(random_uniform(key, n) * (hi - lo)), i64) | | lo: i64, hi: i64, n: i64, key: i64 -> i64[n]
      uniform(lo, hi, n) | lo + (hi - lo) * random_uniform(key, n) | | lo: f64, hi: f64, n: i64, key: i64 -> f64[n]
      normal(mu, sd, n) | mu + sd * random_normal(key, n) | | mu: f64, sd: f64, n: i64, key: i64 -> f64[n]
      permutation(n) | argsort(random_uniform(key, n)) | | n: i64, key: i64 -> i64[n]
      shuffle(x) | take(x, argsort(random_uniform(key, len(x)))) | | x: f64[n], key: i64 -> f64[n]
      seed(k) | | there is no state: `random_uniform(key, n)` gives the same numbers for a key always | key: i64, n: i64 -> f64[n]
      default_rng(k) | | there is no state: `random_uniform(key, n)` gives the same numbers for a key always | key: i64, n: i64 -> f64[n]
      float(x) | astype(x, f64) | | x: i64[n] -> f64[n] | x=[3] | [3]
      double(x) | astype(x, f64) | | x: i64[n] -> f64[n] | x=[3] | [3]
      single(x) | astype(x, f32) | | x: i64[n] -> f32[n] | x=[3] | [3]
      float16(x) | astype(x, f16) | | x: f32[n] -> f16[n] | x=[3] | [3]
      float32(x) | astype(x, f32) | | x: f64[n] -> f32[n] | x=[3] | [3]
      float64(x) | astype(x, f64) | | x: f32[n] -> f64[n] | x=[3] | [3]
      int(x) | astype(x, i64) | | x: f64[n] -> i64[n] | x=[-1.5, 2.5] | [-1, 2]
      long(x) | astype(x, i64) | | x: f64[n] -> i64[n] | x=[-1.5, 2.5] | [-1, 2]
      int8(x) | astype(x, i8) | | x: i64[n] -> i8[n] | x=[3] | [3]
      int16(x) | astype(x, i16) | | x: i64[n] -> i16[n] | x=[3] | [3]
      int32(x) | astype(x, i32) | | x: i64[n] -> i32[n] | x=[3] | [3]
      int64(x) | astype(x, i64) | | x: i32[n] -> i64[n] | x=[3] | [3]
      uint8(x) | astype(x, u8) | | x: i64[n] -> u8[n] | x=[3] | [3]
      uint16(x) | astype(x, u16) | | x: i64[n] -> u16[n] | x=[3] | [3]
      uint32(x) | astype(x, u32) | | x: i64[n] -> u32[n] | x=[3] | [3]
      uint64(x) | astype(x, u64) | | x: i64[n] -> u64[n] | x=[3] | [3]
      bool_(x) | x != 0 | | x: f64[n] -> bool[n] | x=[0, 2] | [false, true]
      logical(x) | x != 0 | | x: f64[n] -> bool[n] | x=[0, 2] | [false, true]
      range(n) | arange(n) | , as a range of a loop `0:n` | n: i64 -> i64[n] | n=3 | [0, 1, 2]
      shape(x) | | `x.shape[0]` is the size of its first axis; in the type, `x: f32[n, d]`, sizes have names | x: f64[n] -> i64
      size(x) | | name the dims in the type, `x: f32[n, d]`: the size is `n * d` | x: f64[n, d] -> i64
      size(x, 0) | x.shape[0] | | x: f64[n, d] -> i64 | x=[[5, 6, 7]] | 1
      size(x, axis=0) | x.shape[0] | | x: f64[n, d] -> i64 | x=[[5, 6, 7]] | 1
      size(x, axis=1) | x.shape[1] | | x: f64[n, d] -> i64 | x=[[5, 6, 7]] | 3
      size(x, -1) | x.shape[-1] | | x: f64[n, d] -> i64 | x=[[5, 6, 7]] | 3
      size(x, axis=-1) | x.shape[-1] | | x: f64[n, d] -> i64 | x=[[5, 6, 7]] | 3
      size(x, 1) | x.shape[1] | where axes are counted from 0, `x.shape[0]` where from 1 | x: f64[n, d] -> i64
      size(x, 2) | | name the dims in the type, `x: f32[n, d]`: `d` is a value then | x: f64[n, d] -> i64
      ndim(x) | x.ndim | | x: f64[n, m] -> i64 | x=[[1]] | 2
      ndims(x) | x.ndim | | x: f64[n, m] -> i64 | x=[[1]] | 2
      numel(x) | len(x) | of a vector | x: f64[n] -> i64 | x=[5, 6] | 2
      length(x) | len(x) | | x: f64[n] -> i64 | x=[5, 6] | 2
      isempty(x) | len(x) == 0 | | x: f64[n] -> bool | x=[5, 6] | false
      nnz(x) | count_nonzero(x) | | x: f64[n] -> i64 | x=[5, 0] | 1
      item(x) | x[0] | of one element | x: f64[1] -> f64 | x=[5] | 5
      print(x) | | functions have no side effects: `return` the value | x: f64[n] -> f64[n]
      println(x) | | functions have no side effects: `return` the value | x: f64[n] -> f64[n]
      printf(x) | | functions have no side effects: `return` the value | x: f64[n] -> f64[n]
      disp(x) | | functions have no side effects: `return` the value | x: f64[n] -> f64[n]
      eq(a, b) | a == b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 2], b=[1, 3] | [true, false]
      ne(a, b) | a != b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 2], b=[1, 3] | [false, true]
      lt(a, b) | a < b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 2], b=[1, 3] | [false, true]
      le(a, b) | a <= b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 4], b=[1, 3] | [true, false]
      gt(a, b) | a > b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 4], b=[1, 3] | [false, true]
      ge(a, b) | a >= b | | a: f64[n], b: f64[n] -> bool[n] | a=[1, 2], b=[1, 3] | [true, false]
      neg(x) | -x | | x: f64[n] -> f64[n] | x=[1] | [-1]
      sub(a, b) | a - b | | a: f64[n], b: f64[n] -> f64[n] | a=[1], b=[3] | [-2]
      mul(a, b) | a * b | | a: f64[n], b: f64[n] -> f64[n] | a=[2], b=[3] | [6]
      times(a, b) | a * b | | a: f64[n], b: f64[n] -> f64[n] | a=[2], b=[3] | [6]
      plus(a, b) | a + b | | a: f64[n], b: f64[n] -> f64[n] | a=[2], b=[3] | [5]
      minus(a, b) | a - b | | a: f64[n], b: f64[n] -> f64[n] | a=[2], b=[3] | [-1]
      div(a, b) | a / b | | a: f64[n], b: f64[n] -> f64[n] | a=[3], b=[2] | [1.5]
      rdivide(a, b) | a / b | | a: f64[n], b: f64[n] -> f64[n] | a=[3], b=[2] | [1.5]
      mtimes(a, b) | a @ b | | a: f64[n, k], b: f64[k, m] -> f64[n, m] | a=[[1, 2]], b=[[3], [4]] | [[11]]
      expit(x) | sigmoid(x) | | x: f64[n] -> f64[n] | x=[0] | [0.5]
      logit(p) | log(p / (1 - p)) | | p: f64[n] -> f64[n] | p=[0.5] | [0]
      erfc(x) | 1 - erf(x) | | x: f64[n] -> f64[n] | x=[0] | [1]
      lerp(a, b, t) | a + t * (b - a) | | a: f64[n], b: f64[n], t: f64 -> f64[n] | a=[1], b=[3], t=0.5 | [2]
      swish(x) | x * sigmoid(x) | | x: f64[n] -> f64[n] | x=[0] | [0]
      hardtanh(x) | clip(x, -1, 1) | | x: f64[n] -> f64[n] | x=[-2, 0.5] | [-1, 0.5]
      relu6(x) | clip(x, 0, 6) | | x: f64[n] -> f64[n] | x=[-2, 7] | [0, 6]
      l1_loss(a, b) | mean(abs(a - b)) | | a: f64[n], b: f64[n] -> f64 | a=[1, 2], b=[1, 4] | 1
      cosine_similarity(a, b) | a @ b / (vector_norm(a) * vector_norm(b)) | of vectors | a: f64[n], b: f64[n] -> f64 | a=[3, 4], b=[3, 4] | 1
      normalize(x) | x / vector_norm(x) | of a vector | x: f64[n] -> f64[n] | x=[3, 4] | [0.6, 0.8]
      cdist(a, b) | sqrt(sum((a[:, newaxis, :] - b[newaxis, :, :]) ** 2, axis=2)) | | a: f64[n, d], b: f64[m, d] -> f64[n, m] | a=[[0, 0]], b=[[3, 4]] | [[5]]
      dropout(x, p) | where(random_uniform(key, x) < p, 0, x / (1 - p)) | | x: f64[n], p: f64, key: i64 -> f64[n]
      conv1d(x, w) | let y[i] = sum[r](x[i + r] * w[r]) ; y | of one channel | x: f64[n], w: f64[m] -> f64[?] | x=[1, 2, 3], w=[1, 2] | [5, 8]
      x.size | | name the dims in the type, `x: f32[n, d]`: the size is `n * d` | x: f64[n] -> i64
      x.dtype | | make the function generic: `fn f[T: float](x: T[n])` | x: f64[n] -> i64
      x.length | len(x) | | x: f64[n] -> i64 | x=[5, 6] | 2
      x.mT | matrix_transpose(x) | | x: f64[n, m] -> f64[m, n] | x=[[1, 2]] | [[1], [2]]
      x.t | x.T | | x: f64[n, m] -> f64[m, n] | x=[[1, 2]] | [[1], [2]]
      x.flat | reshape(x, -1) | | x: f64[n, m] -> f64[?] | x=[[1, 2], [3, 4]] | [1, 2, 3, 4]
      x.real | | there are no complex numbers yet: a real part is an array of floats | x: f64[n] -> f64[n]
      x.imag | | there are no complex numbers yet: it is an array of floats of its own | x: f64[n] -> f64[n]
      x.t() | x.T | | x: f64[n, m] -> f64[m, n] | x=[[1, 2]] | [[1], [2]]
      x.transpose() | x.T | of a matrix | x: f64[n, m] -> f64[m, n] | x=[[1, 2]] | [[1], [2]]
      x.transpose(axes) | permute_dims(x, axes) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      x.transpose(ax, ay) | moveaxis(x, (ax, ay), (ay, ax)) | ; of a matrix it is `x.T` | x: f64[n, m] -> f64[?, ?] | x=[[1, 2]] | [[1], [2]]
      x.transpose(order...) | permute_dims(x, (order)) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      x.permute(axes) | permute_dims(x, axes) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      x.permute(order...) | permute_dims(x, (order)) | | x: f64[a, b, c] -> f64[?, ?, ?] | x=[[[1, 2]]] | [[[1]], [[2]]]
      x.view(sizes...) | reshape(x, (sizes)) | | x: f64[k], n: i64, m: i64 -> f64[n, m] | x=[1, 2], n=1, m=2 | [[1, 2]]
      x.view(n) | reshape(x, n) | | x: f64[a, b], n: i64 -> f64[n] | x=[[1, 2]], n=2 | [1, 2]
      x.reshape(sizes...) | reshape(x, (sizes)) | | x: f64[k], n: i64, m: i64 -> f64[n, m] | x=[1, 2], n=1, m=2 | [[1, 2]]
      x.expand(sizes...) | broadcast_to(x, (sizes)) | | x: f64[k], n: i64, m: i64 -> f64[n, m] | x=[1, 2], n=1, m=2 | [[1, 2]]
      x.repeat(sizes...) | tile(x, (sizes)) | | x: f64[a, b], n: i64, m: i64 -> f64[?, ?] | x=[[1, 2]], n=2, m=2 | [[1, 2, 1, 2], [1, 2, 1, 2]]
      x.float() | astype(x, f32) | | x: i64[n] -> f32[n] | x=[3] | [3]
      x.double() | astype(x, f64) | | x: i64[n] -> f64[n] | x=[3] | [3]
      x.half() | astype(x, f16) | | x: f32[n] -> f16[n] | x=[3] | [3]
      x.int() | astype(x, i32) | | x: f64[n] -> i32[n] | x=[3.5] | [3]
      x.long() | astype(x, i64) | | x: f64[n] -> i64[n] | x=[3.5] | [3]
      x.bool() | x != 0 | | x: f64[n] -> bool[n] | x=[0, 2] | [false, true]
      x.contiguous() | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      x.detach() | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      x.numpy() | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      x.cpu() | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      x.cuda() | x | : nothing here runs on a GPU | x: f64[n] -> f64[n] | x=[1] | [1]
      x.tolist() | x | | x: f64[n] -> f64[n] | x=[1] | [1]
      x.size() | | name the dims in the type, `x: f32[n, d]`: `n` is a value then | x: f64[n] -> i64
      x.size(0) | len(x) | | x: f64[n] -> i64 | x=[5, 6] | 2
      x.dim() | x.ndim | | x: f64[n, m] -> i64 | x=[[1]] | 2
      x.length() | len(x) | | x: f64[n] -> i64 | x=[5, 6] | 2
      x.get(i) | x[i] | | x: f64[n], i: i64 -> f64 | x=[5, 6], i=1 | 6
      x.fill(v) | full_like(x, v) | | x: f64[n], v: f64 -> f64[n] | x=[5, 6], v=1 | [1, 1]
      maximum.reduce(x) | max(x) | | x: f64[n] -> f64 | x=[1, 3] | 3
      minimum.reduce(x) | min(x) | | x: f64[n] -> f64 | x=[1, 3] | 1
      add.reduce(x) | sum(x) | | x: f64[n] -> f64 | x=[1, 3] | 4
      multiply.reduce(x) | prod(x) | | x: f64[n] -> f64 | x=[2, 3] | 6
      maximum.accumulate(x) | cumulative_max(x) | | x: f64[n] -> f64[n] | x=[1, 3, 2] | [1, 3, 3]
      minimum.accumulate(x) | cumulative_min(x) | | x: f64[n] -> f64[n] | x=[1, 3, 0] | [1, 1, 0]
      cummax(x) | cumulative_max(x) | | x: f64[n] -> f64[n] | x=[1, 3, 2] | [1, 3, 3]
      cummin(x) | cumulative_min(x) | | x: f64[n] -> f64[n] | x=[1, 3, 0] | [1, 1, 0]
      add.accumulate(x) | cumulative_sum(x) | | x: f64[n] -> f64[n] | x=[1, 3] | [1, 4]
      multiply.accumulate(x) | cumulative_prod(x) | | x: f64[n] -> f64[n] | x=[2, 3] | [2, 6]
      add.outer(x, y) | x[:, newaxis] + y | | x: f64[n], y: f64[m] -> f64[n, m] | x=[1, 2], y=[3] | [[4], [5]]
      subtract.outer(x, y) | x[:, newaxis] - y | | x: f64[n], y: f64[m] -> f64[n, m] | x=[1, 2], y=[3] | [[-2], [-1]]
      None | | an axis of size 1 is `newaxis`; an argument that is left out is `none` | x: f64[n] -> f64[n]
      nil | | there is no value for nothing | x: f64[n] -> f64[n]
      null | | there is no value for nothing | x: f64[n] -> f64[n]
      True | true | | -> bool | | true
      False | false | | -> bool | | false
      NaN | nan | | -> f64 | | nan
      Inf | inf | | -> f64 | | inf
      Infinity | inf | | -> f64 | | inf
      infinity | inf | | -> f64 | | inf
      PI | pi | | -> f64 | | 3.141592653589793
      tau | 2 * pi | | -> f64 | | 6.283185307179586
      euler | exp(1.0) | | -> f64 | | 2.718281828459045
      eps | finfo(f64).eps | | -> f64 | | 2.220446049250313e-16
      realmax | finfo(f64).max | | -> f64 | | 1.7976931348623157e308
      realmin | finfo(f64).smallest_normal | | -> f64 | | 2.2250738585072014e-308
      MAX_VALUE | iinfo(i32).max | or `finfo(f64).max` | -> i64
      end | | the last place is -1: `x[-1]`, and an open slice goes there: `x[1:]` | x: f64[n] -> f64[?]
      """;
}
