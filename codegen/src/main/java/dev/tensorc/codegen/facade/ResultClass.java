package dev.tensorc.codegen.facade;

import dev.tensorc.ir.TensorIr;
import java.util.List;

/**
 * A record of several results: {@code bounds} of class {@code Pricing} returns a {@code
 * Pricing.BoundsResult}, whose components have the results' names, and from arrays a {@code
 * Pricing.BoundsArrays}; its instance for f32, if it is generic, a {@code Pricing.BoundsF32Result}.
 */
public record ResultClass(
    String simpleName, TensorIr.Function function, List<JavaParam> components) {}
