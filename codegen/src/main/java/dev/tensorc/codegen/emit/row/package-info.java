/**
 * Reductions along rows, and over several axes.
 *
 * <p>{@link VectorRows} is the kernel's own method. It hands a call over to the first of these that
 * is for its strides and extents, and else goes on to the next:
 *
 * <ol>
 *   <li>a nest of the schedule ({@code emit.nest});
 *   <li>{@link MultiAxisStrips}, where the reduced axes are no one row, for extremes and integer
 *       sums of short rows;
 *   <li>{@link MultiAxisReductions} for others;
 *   <li>{@link AcrossRows}, for rows no longer than the virtual lanes ({@link AcrossPoints} and
 *       {@link AcrossTree} are the parts);
 *   <li>{@code SideBySide} ({@code emit.column}), where results are neighbours and a row's elements
 *       are not;
 *   <li>{@link MultiAxisReductions} once more, for a row whose elements lie apart;
 *   <li>{@link RowsInRegisters}, for rows of a few vectors;
 *   <li>its own loops: each row in one {@link Sweep} after the other.
 * </ol>
 *
 * <p>A sweep is code of the same method ({@link RowSweep}), a method of its own ({@link
 * CalledSweep}) or the search for a place ({@link RowSearch}). Float sums of a sweep are {@link
 * RowChunks}, whose elements {@link ChunkLanes} and {@link ChunkBuffer} bring; {@link NarrowRows}
 * says where narrow vectors have sums of their own.
 */
package dev.tensorc.codegen.emit.row;
