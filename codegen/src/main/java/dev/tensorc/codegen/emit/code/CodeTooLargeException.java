package dev.tensorc.codegen.emit.code;

/** A method has more code than class files hold, or more than its frames can be computed for. */
public final class CodeTooLargeException extends RuntimeException {

  private static final long serialVersionUID = 1;
}
