// Colours texts as an editor does, with the TextMate engine and the regular expressions of Visual Studio Code.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate, { type IRawGrammar } from "vscode-textmate";

/** A stretch of a text with one list of scopes, the outermost first. */
export interface Coloured {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly scopes: readonly string[];
}

/** Colours a whole text, line by line. */
export type Colour = (text: string) => readonly Coloured[];

/** Loads a grammar. */
export async function colourWith(grammar: unknown, scopeName: string): Promise<Colour> {
  return await colourInside(scopeName, new Map([[scopeName, grammar]]), []);
}

/** Loads a grammar, the ones that it includes, and those of the given scopes that are tried inside it. */
export async function colourInside(
  scopeName: string,
  grammars: ReadonlyMap<string, unknown>,
  injections: readonly string[],
): Promise<Colour> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => oniguruma.createOnigScanner(patterns),
      createOnigString: (text) => oniguruma.createOnigString(text),
    }),
    loadGrammar: async (name): Promise<IRawGrammar | null> => {
      const grammar = grammars.get(name);
      return grammar === undefined ? null : textmate.parseRawGrammar(JSON.stringify(grammar), "grammar.json");
    },
    getInjections: (name) => (name === scopeName ? [...injections] : []),
  });
  const loaded = await registry.loadGrammar(scopeName);
  if (loaded === null) throw new Error(`no grammar has the scope ${scopeName}`);
  return (text) => {
    let state = textmate.INITIAL;
    let offset = 0;
    return text.split("\n").flatMap((line) => {
      const { tokens, ruleStack } = loaded.tokenizeLine(line, state);
      const lineStart = offset;
      state = ruleStack;
      offset += line.length + 1;
      return tokens
        .filter(({ startIndex }) => startIndex < line.length)
        .map(({ startIndex, endIndex, scopes }) => {
          const end = Math.min(endIndex, line.length);
          return {
            start: lineStart + startIndex,
            end: lineStart + end,
            text: line.slice(startIndex, end),
            scopes,
          };
        });
    });
  };
}
