// Colours lines with the grammar as the editor does, and compares the scopes of some words.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const { Registry, INITIAL, parseRawGrammar } = require('vscode-textmate');

const GRAMMAR = path.join(__dirname, '../syntaxes/tensorc.tmLanguage.json');

// Lines of one program, and the scope of words in each.
const LINES = [
  ['## Doubles.', { '## Doubles.': 'comment.line.documentation' }],
  ['export fn twice(x: f32[n, ?]) -> f32[n, ?] { # twice', {
    export: 'storage.modifier',
    fn: 'storage.type.function',
    twice: 'entity.name.function',
    f32: 'support.type',
    '->': 'keyword.operator',
    '# twice': 'comment.line.number-sign',
  }],
  ['    return if any(x > 1e3) then x + x else 2 * x', {
    return: 'keyword.control',
    any: 'support.function',
    '1e3': 'constant.numeric',
    else: 'keyword.control',
  }],
  ['}', {}],
  ['#> run twice(x=[1])', { '#>': 'comment.block.section' }],
  ['[2]', { '[2]': 'comment.block.section' }],
];

async function main() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(GRAMMAR, 'utf8'), GRAMMAR),
  });
  const grammar = await registry.loadGrammar('source.tensorc');
  let state = INITIAL;
  for (const [line, scopes] of LINES) {
    const coloured = grammar.tokenizeLine(line, state);
    state = coloured.ruleStack;
    for (const [word, scope] of Object.entries(scopes)) {
      const at = line.indexOf(word);
      const token = coloured.tokens.find((t) => t.startIndex <= at && at < t.endIndex);
      assert.ok(token.scopes.some((s) => s.startsWith(scope)), `${line}: ${word} is ${token.scopes}`);
    }
  }
  console.log(`${LINES.length} lines have their colours`);
}

main();
