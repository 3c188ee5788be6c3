package dev.tensorc.infer;

import dev.tensorc.frontend.Span;

/**
 * An argument of an operation.
 *
 * @param span where the argument stands
 */
record Arg(Typed typed, Span span) {}
