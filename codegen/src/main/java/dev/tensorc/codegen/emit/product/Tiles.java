package dev.tensorc.codegen.emit.product;

import dev.tensorc.codegen.emit.code.Arithmetic;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.code.RuntimeTypes;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits the methods that products of matrices share, whatever kernel they belong to: a method that
 * adds a block's products to its sums, tile by tile, and those that do so for a tile. The methods
 * read factors that the runtime's {@code Tiling} has laid out in arrays, or leaves in their place.
 *
 * <p>A tile is a few rows of two vectors, whose sums stay in registers. Its sums and their operands
 * take as many registers as small machines have, sixteen: with more rows a machine with 32 was no
 * faster: 8 rows took as long, 12 rows 1.05 times.
 */
public final class Tiles {

  /** As the runtime lays them out. */
  public static final int ROWS = 6;

  private static final int VECTORS = 2;

  private final Code code;
  private final DType dtype;
  private final Type vector;

  private Tiles(Code code, DType dtype) {
    this.code = code;
    this.dtype = dtype;
    this.vector = VectorTypes.of(dtype);
  }

  /** A method of the class that has vector kernels. */
  public record Method(String name, String descriptor, Consumer<Code> body) {}

  /**
   * @param holder the class
   */
  public static List<Method> methods(DType d, String holder) {
    return List.of(
        new Method(blockMethod(d), blockDescriptor(d), code -> new Tiles(code, d).block(holder)),
        new Method(tileMethod(d), tileDescriptor(d), code -> new Tiles(code, d).tileOfPanels()),
        new Method(
            rowsMethod(d), rowsDescriptor(d), code -> new Tiles(code, d).tileOfRows(Right.PANELS)),
        new Method(
            smallMethod(d), smallDescriptor(d), code -> new Tiles(code, d).tileOfRows(Right.ROWS)));
  }

  static String blockMethod(DType d) {
    return "block" + d.name();
  }

  static String blockDescriptor(DType d) {
    return Type.getMethodDescriptor(Type.VOID_TYPE, RuntimeTypes.tiling(d));
  }

  private static String tileMethod(DType d) {
    return "tile" + d.name();
  }

  /**
   * Left panel and where it begins, right panel, products, sums, their pitch, whether they go on.
   */
  private static String tileDescriptor(DType d) {
    Type array = JvmTypes.array(d);
    return Type.getMethodDescriptor(
        Type.VOID_TYPE,
        array,
        Type.INT_TYPE,
        array,
        Type.INT_TYPE,
        Type.INT_TYPE,
        array,
        Type.INT_TYPE,
        Type.INT_TYPE,
        Type.BOOLEAN_TYPE);
  }

  private static String rowsMethod(DType d) {
    return "rows" + d.name();
  }

  /**
   * As that of a tile; the left factor has its rows' distance behind where it begins, and how many
   * there are.
   */
  private static String rowsDescriptor(DType d) {
    return tileDescriptor(d)
        .replace("(" + JvmTypes.array(d) + "I", "(" + JvmTypes.array(d) + "III");
  }

  private static String smallMethod(DType d) {
    return "small" + d.name();
  }

  /** As that of a tile of rows; the right factor has its rows' distance behind where it begins. */
  private static String smallDescriptor(DType d) {
    return rowsDescriptor(d).replace("III" + JvmTypes.array(d), "III" + JvmTypes.array(d) + "I");
  }

  /** Pushes the columns of a tile. */
  static void pushColumns(Code code, DType d) {
    VectorTypes.pushLanesTimes(code, d, VECTORS);
  }

  // ---------------------------------------------------------------- a block

  private void block(String holder) {
    Local tiling = code.newLocal(RuntimeTypes.tiling(dtype));
    Local left = code.newLocal(JvmTypes.array(dtype), () -> get(tiling, "left"));
    Local right = code.newLocal(JvmTypes.array(dtype), () -> get(tiling, "right"));
    Local sums = code.newLocal(JvmTypes.array(dtype), () -> get(tiling, "sums"));
    Local rows = code.newInt(() -> get(tiling, "rows"));
    Local columns = code.newInt(() -> get(tiling, "columns"));
    Local depth = code.newInt(() -> get(tiling, "depth"));
    Local offset = code.newInt(() -> get(tiling, "offset"));
    Local pitch = code.newInt(() -> get(tiling, "pitch"));
    Local goesOn = code.newLocal(Type.BOOLEAN_TYPE, () -> get(tiling, "goesOn"));
    Local leftInPlace = code.newLocal(Type.BOOLEAN_TYPE, () -> get(tiling, "leftInPlace"));
    Local leftOffset = code.newInt(() -> get(tiling, "leftOffset"));
    Local leftPitch = code.newInt(() -> get(tiling, "leftPitch"));
    Local rightInPlace = code.newLocal(Type.BOOLEAN_TYPE, () -> get(tiling, "rightInPlace"));
    Local rightOffset = code.newInt(() -> get(tiling, "rightOffset"));
    Local rightPitch = code.newInt(() -> get(tiling, "rightPitch"));
    Local rightDepth = code.newInt(() -> get(tiling, "rightDepth"));
    Local i = code.newLocal(Type.INT_TYPE);
    Local j = code.newLocal(Type.INT_TYPE);
    Code.Part rowsOfLeft =
        () -> {
          code.load(left);
          code.load(leftOffset).plus(() -> code.load(i).times(leftPitch));
          code.load(leftPitch);
          code.load(rows).minus(i);
        };
    Code.Part panelOfRight =
        () -> {
          code.load(right);
          code.load(rightOffset).plus(() -> code.load(j).times(rightDepth));
        };
    Code.Part pushColumn =
        () -> {
          code.load(tiling);
          code.load(j);
          code.callVirtual(RuntimeTypes.tiling(dtype).getInternalName(), "tileColumn", "(I)I");
        };
    Code.Part others =
        () -> {
          code.load(depth);
          code.load(sums);
          code.load(offset).plus(() -> code.load(i).times(pitch)).plus(pushColumn);
          code.load(pitch);
          code.load(goesOn);
        };
    code.forLoop(
        j,
        () -> code.load(columns),
        () -> pushColumns(code, dtype),
        () ->
            code.forLoop(
                i,
                () -> code.load(rows),
                () -> code.pushInt(ROWS),
                () ->
                    code.ifElse(
                        Code.isTrue(rightInPlace),
                        () -> {
                          rowsOfLeft.emit();
                          code.load(right);
                          code.load(rightOffset).plus(pushColumn);
                          code.load(rightPitch);
                          others.emit();
                          code.callStatic(holder, smallMethod(dtype), smallDescriptor(dtype));
                        },
                        () ->
                            code.ifElse(
                                Code.isTrue(leftInPlace),
                                () -> {
                                  rowsOfLeft.emit();
                                  panelOfRight.emit();
                                  others.emit();
                                  code.callStatic(holder, rowsMethod(dtype), rowsDescriptor(dtype));
                                },
                                () -> {
                                  code.load(left);
                                  code.load(i).times(depth);
                                  panelOfRight.emit();
                                  others.emit();
                                  code.callStatic(holder, tileMethod(dtype), tileDescriptor(dtype));
                                }))));
    code.op(Opcodes.RETURN);
  }

  private void get(Local tiling, String what) {
    get(code, dtype, tiling, what);
  }

  /** Pushes a property of a tiling. */
  static void get(Code code, DType d, Local tiling, String what) {
    Type type =
        switch (what) {
          case "left", "right", "sums" -> JvmTypes.array(d);
          case "nativeSums" -> Memory.SEGMENT;
          case "goesOn", "isComplete", "leftInPlace", "rightInPlace", "next" -> Type.BOOLEAN_TYPE;
          default -> Type.INT_TYPE;
        };
    code.load(tiling);
    code.callVirtual(RuntimeTypes.tiling(d), what, type);
  }

  // ---------------------------------------------------------------- a tile

  /** Pushes an element of the left factor. */
  private interface Left {
    void push(Local k, int row);
  }

  /** How the right factor's rows lie: those of a panel as far apart as is known. */
  private enum Right {
    PANELS,
    ROWS
  }

  private void tileOfPanels() {
    Local left = code.newLocal(JvmTypes.array(dtype));
    Local offset = code.newLocal(Type.INT_TYPE);
    tile(
        () -> {},
        (k, row) -> {
          code.load(left);
          code.load(offset).plus(() -> code.load(k).times(ROWS)).plus(row);
        },
        code::pushInt,
        Right.PANELS);
  }

  /** Emits a tile whose left factor is in rows; missing rows are the last one again. */
  private void tileOfRows(Right right) {
    Local left = code.newLocal(JvmTypes.array(dtype));
    Local offset = code.newLocal(Type.INT_TYPE);
    Local pitch = code.newLocal(Type.INT_TYPE);
    Local present = code.newLocal(Type.INT_TYPE);
    var rows = new ArrayList<Local>();
    Row last = row -> code.pushInt(row).min(() -> code.load(present).plus(-1));
    tile(
        () -> rows.addAll(places(offset, last, pitch)),
        (k, row) -> {
          code.load(left);
          code.load(rows.get(row)).plus(k);
        },
        last,
        right);
  }

  /** Pushes the number of the row that stands for one that may be missing. */
  private interface Row {
    Arithmetic push(int row);
  }

  /** Where the rows of a tile begin, so far apart. */
  private List<Local> places(Local offset, Row present, Local pitch) {
    var places = new ArrayList<Local>();
    for (int r = 0; r < ROWS; r++) {
      int row = r;
      places.add(code.newInt(() -> code.load(offset).plus(() -> present.push(row).times(pitch))));
    }
    return places;
  }

  private void tile(Code.Part before, Left left, Row present, Right form) {
    Type array = JvmTypes.array(dtype);
    Local right = code.newLocal(array);
    Local rightOffset = code.newLocal(Type.INT_TYPE);
    Code.Part rightPitch =
        switch (form) {
          case PANELS -> () -> pushColumns(code, dtype);
          case ROWS -> {
            Local pitch = code.newLocal(Type.INT_TYPE);
            yield () -> code.load(pitch);
          }
        };
    Local depth = code.newLocal(Type.INT_TYPE);
    Local sums = code.newLocal(array);
    Local offset = code.newLocal(Type.INT_TYPE);
    Local pitch = code.newLocal(Type.INT_TYPE);
    Local goesOn = code.newLocal(Type.BOOLEAN_TYPE);
    before.emit();
    List<Local> rows = places(offset, present, pitch);
    var accumulators = new ArrayList<Local>();
    for (int k = 0; k < ROWS * VECTORS; k++) {
      accumulators.add(code.newLocal(vector));
    }
    code.ifElse(
        Code.isTrue(goesOn),
        () -> each(accumulators, k -> pushVector(sums, () -> pushPlace(rows, k))),
        () -> each(accumulators, _ -> pushZero()));
    code.forLoop(depth, 1, k -> products(accumulators, left, right, rightOffset, rightPitch, k));
    for (int a = 0; a < accumulators.size(); a++) {
      code.load(accumulators.get(a));
      code.load(sums);
      pushPlace(rows, a);
      new RowMemory(code).store(dtype, null);
    }
    code.op(Opcodes.RETURN);
  }

  private interface Pusher {
    void push(int number);
  }

  private void each(List<Local> accumulators, Pusher value) {
    for (int k = 0; k < accumulators.size(); k++) {
      int number = k;
      code.assign(accumulators.get(k), () -> value.push(number));
    }
  }

  private void pushZero() {
    VectorTypes.broadcast(code, dtype, dtype, () -> JvmTypes.pushConstant(code, dtype, zero()));
  }

  private Object zero() {
    return dtype == DType.F32 ? (Object) 0.0f : (Object) 0.0;
  }

  /** Pushes where a tile's sums of that number are. */
  private void pushPlace(List<Local> rows, int number) {
    code.load(rows.get(number / VECTORS))
        .plus(() -> VectorTypes.pushLanesTimes(code, dtype, number % VECTORS));
  }

  private void pushVector(Local array, Code.Part place) {
    VectorTypes.pushSpecies(code, dtype);
    code.load(array);
    place.emit();
    new RowMemory(code).load(dtype, null);
  }

  /** Adds the products of the {@code k}-th elements. */
  private void products(
      List<Local> accumulators,
      Left left,
      Local right,
      Local rightOffset,
      Code.Part rightPitch,
      Local k) {
    var columns = new ArrayList<Local>();
    for (int v = 0; v < VECTORS; v++) {
      int number = v;
      columns.add(
          code.newLocal(
              vector,
              () ->
                  pushVector(
                      right,
                      () ->
                          code.load(rightOffset)
                              .plus(() -> code.load(k).times(rightPitch))
                              .plus(() -> VectorTypes.pushLanesTimes(code, dtype, number)))));
    }
    for (int r = 0; r < ROWS; r++) {
      int number = r;
      code.scope(
          () -> {
            Local element = code.newLocal(vector, () -> pushElement(left, k, number));
            for (int v = 0; v < VECTORS; v++) {
              Local acc = accumulators.get(number * VECTORS + v);
              Local column = columns.get(v);
              code.assign(
                  acc,
                  () -> {
                    code.load(element);
                    code.load(column);
                    code.load(acc);
                    code.callVirtual(vector, "fma", vector, VectorTypes.VECTOR, VectorTypes.VECTOR);
                  });
            }
          });
    }
  }

  private void pushElement(Left left, Local k, int row) {
    VectorTypes.broadcast(
        code,
        dtype,
        dtype,
        () -> {
          left.push(k, row);
          JvmTypes.loadElement(code, dtype);
        });
  }
}
