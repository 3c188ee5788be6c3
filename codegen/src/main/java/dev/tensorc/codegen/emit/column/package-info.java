/** Reductions down columns: each lane has a result of its own. */
package dev.tensorc.codegen.emit.column;
