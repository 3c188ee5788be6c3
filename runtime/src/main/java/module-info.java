/**
 * The classes that compiled programs need at run time: tensors, the exceptions that programs throw,
 * programs that are loaded and called by name, and files of tensors.
 *
 * <p>Packages below {@code link} and {@code warmup} are exported because generated classes are in
 * the modules of users; but for {@link dev.tensorc.runtime.warmup.VectorCode} they promise nothing
 * beyond {@link dev.tensorc.runtime.LinkVersion}.
 */
module dev.tensorc.runtime {
  // how much a thread has allocated; without these modules warm-up goes by the number of runs
  requires static java.management;
  requires static jdk.management;

  exports dev.tensorc.runtime;
  exports dev.tensorc.runtime.io;
  exports dev.tensorc.runtime.weights;
  exports dev.tensorc.runtime.link;
  exports dev.tensorc.runtime.link.math;
  exports dev.tensorc.runtime.link.order;
  exports dev.tensorc.runtime.warmup;
}
