/**
 * Seeded random programs of the language, run in every engine.
 *
 * <p>A program is made together with arguments on which every operation of it fits: the
 * <i>witness</i>. Each expression knows the dtype and the shape that it has there. A program that
 * the compiler may refuse is wrong for all arguments, so it must accept every generated program,
 * however little its types say; other arguments, of other shapes, may fail at run time.
 *
 * <p>A feature of the language is one {@link dev.tensorc.generated.Feature}, listed in {@link
 * dev.tensorc.generated.Features}.
 */
package dev.tensorc.generated;
