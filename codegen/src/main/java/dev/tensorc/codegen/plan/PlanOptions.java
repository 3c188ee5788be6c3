package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.tuning.Tuning;

/**
 * The options of planning a program.
 *
 * @param versionBudget versions of a cluster of kernels beside its fallback; 0 for the fallback
 *     alone
 * @param fusion whether kernels compute their operands themselves; else every step has its own
 * @param tuning the thresholds of planning, and of the emission that follows
 */
public record PlanOptions(int versionBudget, boolean fusion, Tuning tuning) {

  public PlanOptions(int versionBudget, boolean fusion) {
    this(versionBudget, fusion, Tuning.DEFAULT);
  }
}
