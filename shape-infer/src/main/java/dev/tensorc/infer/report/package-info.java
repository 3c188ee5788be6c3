/**
 * The messages of inference: their ids, the messages so far, and annotations that allow some. No
 * class here knows what a program means.
 */
package dev.tensorc.infer.report;
