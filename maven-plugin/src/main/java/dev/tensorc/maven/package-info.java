/** The Maven plugin. It knows the compiler only as a command that it runs in a JDK of its own. */
@NullMarked
package dev.tensorc.maven;

import org.jspecify.annotations.NullMarked;
