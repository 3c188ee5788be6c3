package dev.tensorc.frontend;

import java.util.List;

/** A file and the files that it imports: a graph without circles, in which a file is one object. */
public record SourceUnit(Ast.Program program, List<Imported> imports) {

  public record Imported(Ast.Import at, SourceUnit unit) {}

  public SourceUnit {
    imports = List.copyOf(imports);
  }
}
