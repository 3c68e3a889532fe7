// Tests the tree that CodeMirror colours by: it has exactly the tokens of the language service.

import { closeBrackets, insertBracket } from "@codemirror/autocomplete";
import { ensureSyntaxTree, highlightingFor, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { highlightTree, tags } from "@lezer/highlight";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sliceCqlLanguage } from "../../src/codemirror/language.ts";
import { sliceCqlHighlightStyle } from "../../src/codemirror/theme.ts";
import { semanticTokensOf } from "../../src/language-service/semantic-tokens.ts";
import { createLanguageService } from "../../src/language-service/service.ts";
import { source as anyText } from "../support/arbitraries.ts";

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: sliceCqlLanguage() });
}

/** The coloured pieces of a text: `class: text`. */
function coloursOf(doc: string): readonly string[] {
  const state = stateOf(doc);
  const pieces: string[] = [];
  highlightTree(syntaxTree(state), sliceCqlHighlightStyle, (from, to, classes) => {
    pieces.push(`${classes.replace("cm-sliceCql-", "")}: ${state.sliceDoc(from, to)}`);
  });
  return pieces;
}

test.each([
  ["type:Person", ["keyword: type", "operator: :", "type: Person"]],
  ['shape:"Sales CRM"', ["keyword: shape", "operator: :", 'name: "Sales CRM"']],
  ["source-shape:Inbox", ["keyword: source-shape", "operator: :", "name: Inbox"]],
  ["after:3mo", ["keyword: after", "operator: :", "date: 3mo"]],
  ["sort:name", ["scope: sort", "scope: :", "scope: name"]],
  ['words "and phrases" tpye:X', ["scope: words", 'scope: "and phrases"', "scope: tpye:X"]],
  ["type:", ["keyword: type", "operator: :"]],
  ["", []],
])("%j is coloured", (doc, expected) => {
  expect(coloursOf(doc)).toEqual(expected);
});

test("the tree has exactly the tokens of the language service", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const state = stateOf(text);
      // CodeMirror keeps every line break as one.
      const doc = state.doc.toString();
      const nodes: string[] = [];
      ensureSyntaxTree(state, doc.length, 10_000)?.iterate({
        enter: ({ name, from, to }) => {
          if (name !== "Query") nodes.push(`${name.replace("-scope", "")} ${String(from)} ${String(to)}`);
        },
      });
      const tokens = semanticTokensOf(doc).map(
        ({ type, span }) => `${type} ${String(span.start)} ${String(span.end)}`,
      );
      expect(nodes).toEqual(tokens);
    }),
  );
});

test("the tree follows edits", () => {
  const state = stateOf("type:Person");
  const changed = state.update({ changes: { from: 0, to: 4, insert: "after" } }).state;
  expect(syntaxTree(changed).resolveInner(1, 1).name).toBe("keyword");
  expect(syntaxTree(changed).resolveInner(8, 1).name).toBe("number");
});

test("a part of a text can be read by itself, as in a query inside another language", () => {
  const { parser } = sliceCqlLanguage().language;
  const parse = parser.startParse("a `type:B` c", [], [{ from: 3, to: 9 }]);
  expect([parse.parsedPos, parse.stoppedAt]).toEqual([3, null]);
  parse.stopAt(6);
  expect(parse.stoppedAt).toBe(6);
  expect(parse.advance()?.resolveInner(1, 1).name).toBe("keyword");
  expect(parser.parse("").length).toBe(0);
});

test("the limits of a service apply to colours too", () => {
  const long = `type:${"A".repeat(70_000)}`;
  const nodesWith = (limits: { readonly maxLength?: number }): number =>
    sliceCqlLanguage(createLanguageService({ limits })).language.parser.parse(long).children.length;
  expect([nodesWith({}), nodesWith({ maxLength: 100_000 })]).toEqual([0, 3]);
});

test("other themes can colour a query, and take precedence over its own", () => {
  expect(highlightingFor(stateOf(""), [tags.keyword])).toBe("cm-sliceCql-keyword");
});

test.each([
  ["shape:", 6, 'shape:""'],
  ["", 0, '""'],
  ["type:A ", 7, 'type:A ""'],
  ['shape:"Sales', 12, undefined],
])("a quote typed in %j at %i is closed unless it is inside quotes", (doc, cursor, expected) => {
  const state = EditorState.create({
    doc,
    selection: { anchor: cursor },
    extensions: [sliceCqlLanguage(), closeBrackets()],
  });
  expect(insertBracket(state, '"')?.newDoc.toString()).toBe(expected);
});

test("a parenthesis is not closed", () => {
  expect(insertBracket(stateOf(""), "(")).toBeNull();
});

test("a word includes its hyphens", () => {
  const range = stateOf("source-shape:Inbox").wordAt(3);
  expect([range?.from, range?.to]).toEqual([0, 12]);
});
