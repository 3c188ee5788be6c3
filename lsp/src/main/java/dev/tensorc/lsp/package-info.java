/** The language server: what an editor shows of a program while it is typed. */
package dev.tensorc.lsp;
