/** Whether the rows of a function's arguments may be given to it in parts. */
package dev.tensorc.partition;
