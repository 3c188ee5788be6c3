package dev.tensorc.frontend;

import java.util.Optional;

/** Messages about imports that give no text. */
final class ImportMessages {

  private ImportMessages() {}

  /** Advice where a file of the library has that name. */
  private static Optional<String> ofLibrary(String path) {
    return StandardLibrary.meant(path).map("the library is `%s`"::formatted);
  }

  /** Nothing of a file that was refused is in it. */
  static Diagnostic of(Ast.Import i, Imports.Result refusal) {
    String file = "\"" + i.path() + "\"";
    return switch (refusal) {
      case Imports.Found _ -> throw new IllegalArgumentException("found: " + file);
      case Imports.NotFound _ ->
          ParseError.IMPORT_NOT_FOUND
              .at(i.span(), "the file " + file + " cannot be read")
              .because("paths are relative to the file that imports, with `/` between folders")
              .hint(ofLibrary(i.path()).orElse("check the path, and that the file is UTF-8 text"));
      case Imports.NotStandard _ ->
          ParseError.IMPORT_NOT_FOUND
              .at(i.span(), "the standard library has no file " + file)
              .expected("one of " + String.join(", ", StandardLibrary.paths()))
              .hint(
                  ofLibrary(i.path())
                      .orElse("a file of your own in a folder `std` is \"./" + i.path() + "\""));
      case Imports.Outside o ->
          ParseError.IMPORT_OUTSIDE
              .at(i.span(), "the file " + file + " is outside of the folder of imports")
              .because(below(o.root()))
              .because(
                  o.byLink()
                      ? "the path leads out of it through a symbolic link"
                      : "the path leads out of it")
              .hint(
                  "move the file below that folder, or name one that holds both: --import-root=DIR"
                      + " of tensorc, importRoot of the Maven plugin, new FileImports(root) in"
                      + " Java");
      case Imports.NotAFile n ->
          ParseError.IMPORT_KIND
              .at(i.span(), file + " is " + n.kind() + ", not a regular file")
              .because(below(n.root()))
              .hint("name a file with a program, such as \"lib/normal.tc\"");
      case Imports.TooLarge t ->
          ParseError.IMPORT_SIZE
              .at(i.span(), "the file " + file + " is larger than a program file may be")
              .expected("at most " + t.limit() + " bytes")
              .hint("split it into several files; data are handed to functions as arguments");
    };
  }

  private static String below(String root) {
    return "imports are regular files below the folder `" + root + "`, symbolic links resolved";
  }
}
