/**
 * Rules that answer from their arguments alone: dtypes, and whether sizes join under each
 * discipline. They write no steps and report nothing by themselves.
 */
package dev.tensorc.infer.rule;
