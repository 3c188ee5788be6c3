package dev.tensorc.infer.rule;

import dev.tensorc.frontend.Span;

/**
 * An argument of an operation.
 *
 * @param span where the argument stands
 */
public record Arg(Typed typed, Span span) {}
