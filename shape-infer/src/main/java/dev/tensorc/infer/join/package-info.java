/** Operations whose operands are broadcast against each other, and values where branches meet. */
package dev.tensorc.infer.join;
