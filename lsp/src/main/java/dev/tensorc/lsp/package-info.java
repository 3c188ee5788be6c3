/** The language server: diagnostics, types and completion for a program that is being typed. */
package dev.tensorc.lsp;
