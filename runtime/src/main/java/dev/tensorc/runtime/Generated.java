package dev.tensorc.runtime;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class that the compiler made of a program. It is in the class file, and not there at run
 * time: tools that leave generated code out, such as coverage reports, go by the name.
 */
@Retention(RetentionPolicy.CLASS)
@Target(java.lang.annotation.ElementType.TYPE)
public @interface Generated {

  /** The program's file, such as {@code pricing.tc}. */
  String value();
}
