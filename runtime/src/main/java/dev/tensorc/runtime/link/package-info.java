/**
 * The classes that generated classes call: checks of arguments and sizes, memory that calls use
 * again, native memory and copies of it, loops over axes whose number is found at run time, and
 * loops that several threads share.
 *
 * <p>Not for users: a generated class runs with a runtime of its own {@link
 * dev.tensorc.runtime.LinkVersion}, and nothing else here stays as it is from one version to the
 * next. The members that generated classes use are listed in {@code runtime/entries.txt}. The
 * package is public because generated classes are in the modules of users.
 */
package dev.tensorc.runtime.link;
