package dev.tensorc.codegen.loop;

/**
 * What a program is planned with.
 *
 * @param versionBudget versions of a cluster of kernels beside its fallback; 0 for the fallback
 *     alone
 * @param fusion whether kernels compute what they need themselves; else every step has its own
 */
public record PlanOptions(int versionBudget, boolean fusion) {}
