// Tests that any change, at any place and of any number of lines, leaves one line.

import { history, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sliceCqlSingleLine } from "../../src/codemirror/single-line.ts";
import { anyString } from "../support/arbitraries.ts";

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: [sliceCqlSingleLine(), history()] });
}

test("every inserted line break becomes a space", () => {
  fc.assert(
    fc.property(anyString, fc.array(anyString), (before, pasted) => {
      const doc = before.replace(/[\r\n]+/g, " ");
      const insert = pasted.join("\n");
      const { state } = stateOf(doc).update({ changes: { from: 0, insert } });
      expect(state.doc.lines).toBe(1);
      expect(state.doc.toString()).toBe(insert.replace(/\r\n?|\n/g, " ") + doc);
    }),
  );
});

test.each([
  ["a", "\n", "a "],
  ["", "a\r\nb\rc\nd", "a b c d"],
  ["", "\n\n", "  "],
])("line breaks become spaces when %j is followed by %j", (doc, insert, expected) => {
  const { state } = stateOf(doc).update({ changes: { from: doc.length, insert } });
  expect(state.doc.toString()).toBe(expected);
});

test("several changes at once are joined, and the cursor stays after the inserted text", () => {
  const { state } = stateOf("ab").update({
    changes: [
      { from: 0, insert: "1\n" },
      { from: 2, insert: "2\n3" },
    ],
    selection: { anchor: 7 },
  });
  expect(state.doc.toString()).toBe("1 ab2 3");
  expect(state.selection.main.head).toBe(7);
});

test("a change that only moves the cursor passes unchanged", () => {
  const transaction = stateOf("ab").update({ selection: { anchor: 1 } });
  expect(transaction.docChanged).toBe(false);
  expect(transaction.state.selection.main.head).toBe(1);
});

test("one undo reverts it all", () => {
  let state = stateOf("");
  state = state.update({ changes: { from: 0, insert: "a\nb" }, userEvent: "input.paste" }).state;
  undo({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  expect(state.doc.toString()).toBe("");
});

test("the editor is announced as one line", () => {
  const attributes = stateOf("").facet(EditorView.contentAttributes);
  expect(attributes).toContainEqual({ "aria-multiline": "false", enterkeyhint: "search" });
});
