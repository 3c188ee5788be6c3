/** The one layout of program files: the same program, as it is usually written. */
package dev.tensorc.frontend.format;
