/**
 * The classes for users of compiled programs: tensors, the exceptions that programs throw, programs
 * that are loaded and called by name ({@link Program}), and the settings of calls ({@link Threads},
 * {@link AllocationLimit}). Depends on nothing but the JDK.
 *
 * <p>Generated classes name classes of this package, too. Its public methods stay as they are from
 * one version to the next, but for those of {@code Access}; a change that compiled classes notice
 * has another {@link LinkVersion}.
 *
 * <p>The package is large on purpose. Java wants the tensor classes, which are one sealed type, in
 * one package with their common superclass; and nobody can come to depend on its package-private
 * classes, also on the class path.
 */
package dev.tensorc.runtime;
