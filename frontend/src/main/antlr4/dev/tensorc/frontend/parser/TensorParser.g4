/**
 * The language of .tc files, over the tokens that `Layout` hands on: NEWLINE stands exactly where a
 * statement ends, and brackets match.
 *
 * An operation is a flat list of terms and operators here; `Operators` applies the precedences.
 * That keeps each decision within two tokens, so that the parser starts fast, runs in linear time
 * and never needs full-context prediction; and a long chain of operators does not recurse.
 */
parser grammar TensorParser;

options { tokenVocab = TensorLexer; }

program : topLevel* EOF;

topLevel : item NEWLINE;
item : broadcasting | importFile | weights | constant | function;

broadcasting : BROADCASTING name;
importFile : IMPORT STRING;
weights : weightsHeader LBRACE (weight NEWLINE)* RBRACE;
weightsHeader : WEIGHTS STRING;
weight : name COLON type (ASSIGN STRING)?;
constant : CONST name ASSIGN expression;

function : annotation* EXPORT? functionHeader block;
functionHeader
    : FN name typeParams? LPAREN (param (COMMA param)* COMMA?)? RPAREN (ARROW results)? whereClause?
    ;
annotation : AT name (LPAREN arguments RPAREN)? NEWLINE?;
typeParams : LBRACKET typeParam (COMMA typeParam)* COMMA? RBRACKET;
typeParam : name COLON name (BAR name)*;
param : CONST name defaultValue? | name COLON type defaultValue?;
defaultValue : ASSIGN expression;
results : type | LPAREN result (COMMA result)* COMMA? RPAREN;
// The name of a result is read as a type, so that one token decides.
result : type (COLON type)?;
whereClause : WHERE expression (COMMA expression)*;

type : name dimList*;
dimList : LBRACKET dim (COMMA dim)* COMMA? RBRACKET;
dim
    : QUESTION
    | ELLIPSIS
    | STRICT QUESTION
    | STRICT strictDim
    | operation ELLIPSIS?
    ;
strictDim : plainTerm (operator term)*;
plainTerm : (NAME | INT) postfix*;

block : LBRACE statement* RBRACE;
statement : simpleStatement NEWLINE;
simpleStatement : let | assignment | forLoop | whileLoop | ifStatement | returnStatement;

let : (LET | VAR) target ASSIGN expression ranges?;
target
    : LPAREN binding (COMMA binding)* COMMA? RPAREN
    | name (COLON type | indices)?
    ;
binding : name (COLON type)?;
indices : LBRACKET name (COMMA name)* COMMA? RBRACKET;

assignment : name subscripts* assignOperator expression ranges?;
assignOperator : ASSIGN | updateOperator dims?;
updateOperator
    : PLUS_ASSIGN
    | MINUS_ASSIGN
    | STAR_ASSIGN
    | SLASH_ASSIGN
    | FLOOR_ASSIGN
    | PERCENT_ASSIGN
    | AT_ASSIGN
    | POWER_ASSIGN
    | SHL_ASSIGN
    | SHR_ASSIGN
    | AMP_ASSIGN
    | CARET_ASSIGN
    | BAR_ASSIGN
    ;

// Headers are rules of their own: after a mistake in one the parser goes on with the body.
forLoop : forHeader block;
forHeader : FOR range;
whileLoop : whileHeader block;
whileHeader : WHILE expression;
ifStatement : ifHeader block (ELSE (ifStatement | block))?;
ifHeader : IF expression;
returnStatement : RETURN expression;

ranges : FOR range (COMMA range)*;
range : name IN expression COLON expression (COLON expression)?;

expression : conditional | operation;
conditional : IF expression THEN expression ELSE expression;
operation : term (operator term)*;
term : prefix* primary postfix*;
prefix : MINUS | PLUS | TILDE | NOT;
operator : operatorSymbol dims?;
operatorSymbol
    : OR
    | AND
    | LT
    | LE
    | GT
    | GE
    | EQ
    | NE
    | BAR
    | CARET
    | AMP
    | SHL
    | SHR
    | PLUS
    | MINUS
    | STAR
    | SLASH
    | FLOOR
    | PERCENT
    | AT
    | POWER
    ;
dims : LBRACE (expression (COMMA expression)* COMMA?)? RBRACE;

primary : name | INT | FLOAT | STRING | TRUE | FALSE | parenthesised | list;
parenthesised : LPAREN (expression (COMMA expression)* COMMA?)? RPAREN;
list : LBRACKET (row (SEMI row)*)? RBRACKET;
row : expression (COMMA expression)* COMMA?;

postfix : subscripts | LPAREN arguments RPAREN | DOT name;
subscripts : LBRACKET subscript (COMMA subscript)* COMMA? RBRACKET;
subscript : ELLIPSIS | expression slice? | slice;
slice : COLON expression? (COLON expression?)?;

arguments : (argument (COMMA argument)* COMMA? ranges?)?;
// The keyword of an argument is read as an expression, so that one token decides.
argument : expression (ASSIGN expression)?;

name : NAME | WHERE | BROADCASTING | STRICT | THEN | WEIGHTS;
