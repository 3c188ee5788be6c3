/**
 * The tokens of a .tc file. No text fails to lex: what is not part of the language becomes one of
 * the tokens at the end, so that `Layout` can say what is wrong with it in the language's words.
 * Line ends are no tokens here; `Layout` adds NEWLINE where a line end closes a statement.
 */
lexer grammar TensorLexer;

tokens { NEWLINE }

EXPORT : 'export';
FN : 'fn';
CONST : 'const';
IMPORT : 'import';
LET : 'let';
VAR : 'var';
FOR : 'for';
IN : 'in';
WHILE : 'while';
IF : 'if';
ELSE : 'else';
RETURN : 'return';
AND : 'and';
OR : 'or';
NOT : 'not';
TRUE : 'true';
FALSE : 'false';

// Contextual keywords: the parser takes them for names elsewhere. `bcast`, `newaxis` and the
// disciplines need no token, since they stand only where any name could.
WHERE : 'where';
BROADCASTING : 'broadcasting';
STRICT : 'strict';
THEN : 'then';
WEIGHTS : 'weights';

LPAREN : '(';
RPAREN : ')';
LBRACKET : '[';
RBRACKET : ']';
LBRACE : '{';
RBRACE : '}';
COMMA : ',';
SEMI : ';';
COLON : ':';
ELLIPSIS : '...';
DOT : '.';
QUESTION : '?';
ARROW : '->';

ASSIGN : '=';
PLUS_ASSIGN : '+=';
MINUS_ASSIGN : '-=';
STAR_ASSIGN : '*=';
SLASH_ASSIGN : '/=';
FLOOR_ASSIGN : '//=';
PERCENT_ASSIGN : '%=';
AT_ASSIGN : '@=';
POWER_ASSIGN : '**=';
SHL_ASSIGN : '<<=';
SHR_ASSIGN : '>>=';
AMP_ASSIGN : '&=';
CARET_ASSIGN : '^=';
BAR_ASSIGN : '|=';

LT : '<';
LE : '<=';
GT : '>';
GE : '>=';
EQ : '==';
NE : '!=';
BAR : '|';
CARET : '^';
AMP : '&';
SHL : '<<';
SHR : '>>';
PLUS : '+';
MINUS : '-';
STAR : '*';
SLASH : '/';
FLOOR : '//';
PERCENT : '%';
AT : '@';
POWER : '**';
TILDE : '~';

NAME : [A-Za-z_] [A-Za-z_0-9]*;

INT
    : DIGITS
    | '0x' [0-9a-fA-F]+ ('_' [0-9a-fA-F]+)*
    | '0b' [01]+ ('_' [01]+)*
    ;
FLOAT : DIGITS '.' DIGITS EXPONENT? | DIGITS EXPONENT;
STRING : '"' (~["\\\n] | '\\' ~[\n])* '"';

fragment DIGITS : [0-9]+ ('_' [0-9]+)*;
fragment EXPONENT : [eE] [+-]? DIGITS;

DOC : '##' (~[#\n] ~[\n]*)?;
COMMENT : '#' ~[\n]* -> skip;
SPACE : [ \t\n\r\f]+ -> skip;

// Not part of the language: each is reported by `Layout` and never reaches the parser.
BAD_NUMBER : [0-9] [0-9A-Za-z_]* ('.' [0-9A-Za-z_]*)? | '.' [0-9] [0-9A-Za-z_]*;
BAD_STRING : '"' (~["\\\n] | '\\' ~[\n])* '\\'?;
QUOTED : '\'' ~['\n]* '\'';
FOREIGN : '&&' | '||' | '!';
NON_ASCII : ~[\u0000-\u007F]+;
STRAY : .;
