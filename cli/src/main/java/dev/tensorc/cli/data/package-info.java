/** Arguments and results of a command line's function: words, files and pictures as tensors. */
package dev.tensorc.cli.data;
