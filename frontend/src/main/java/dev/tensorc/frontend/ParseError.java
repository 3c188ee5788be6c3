package dev.tensorc.frontend;

/** The mistakes that the parser tells of: one stable id and one line of meaning each. */
public enum ParseError {
  EXPECTED_EXPRESSION("TC-P001", "an expression is missing"),
  UNEXPECTED("TC-P002", "something stands where the grammar has no place for it"),
  NEVER_CLOSED("TC-P003", "a bracket is opened and never closed"),
  CLOSES_NOTHING("TC-P004", "a closing bracket has no opening one"),
  STATEMENT_START("TC-P005", "a line begins with something that begins no statement"),
  CHARACTER("TC-P006", "a character is not part of the language"),
  NUMBER("TC-P007", "a number is written in a way that the language does not have"),
  NUMBER_RANGE("TC-P008", "a number does not fit the 64 bits of a literal"),
  STRING("TC-P009", "a string is not closed, or holds an unknown escape"),
  COMPARISON_CHAIN("TC-P010", "comparisons are chained, but they are not associative"),
  TOO_DEEP("TC-P011", "brackets, blocks or operators are nested too deeply"),
  TUPLE("TC-P012", "a tuple stands where a value is asked for"),
  OTHER_LANGUAGE("TC-P013", "a word or an operator of another language"),
  NOT_A_STATEMENT("TC-P014", "an expression stands where a statement is asked for"),
  ATTRIBUTE("TC-P015", "an attribute that no array has, or a method call"),
  INDEX_NOTATION("TC-P016", "index notation is malformed"),
  TYPE("TC-P017", "a type is malformed"),
  PLACE("TC-P018", "a declaration or statement stands where its kind cannot"),
  NEEDS_PARENTHESES("TC-P019", "an operand needs parentheses of its own"),
  ARGUMENT("TC-P020", "an argument list is malformed"),
  IMPORT_NOT_FOUND("TC-P021", "an imported file that cannot be read"),
  IMPORT_CIRCLE("TC-P022", "files that import each other"),
  IMPORT_LIMIT("TC-P023", "more files than a program may have"),
  IMPORT_OUTSIDE("TC-P024", "an import that leaves the folder that imports may be read from"),
  IMPORT_KIND("TC-P025", "an import of something that is not a regular file"),
  IMPORT_SIZE("TC-P026", "an imported file that is larger than programs may be"),
  NAME_LENGTH("TC-P030", "a name is longer than names may be");

  private final String id;
  private final String meaning;

  ParseError(String id, String meaning) {
    this.id = id;
    this.meaning = meaning;
  }

  public String id() {
    return id;
  }

  /** The meaning of the id, in one line without a full stop. */
  public String meaning() {
    return meaning;
  }

  Diagnostic at(Span span, String title) {
    return Diagnostic.error(id, span, title);
  }
}
