/**
 * Memory that a thread's next call uses again, without holding threads or class loaders: {@code
 * dev.tensorc.runtime.link} keeps its memory from call to call here. Uses the JDK alone.
 *
 * <p>Not for users: nothing here stays as it is from one version to the next.
 */
package dev.tensorc.runtime.reuse;
