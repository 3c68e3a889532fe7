// Tests what a reviewer's desk works out for itself: whether others have changed a delta, and what becomes of decisions that were not taken.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Change } from "slice-cql-client";
import { expect, test } from "vitest";

/** What a reviewer does, as the desk notes it. */
type Job =
  | { readonly kind: "decide"; readonly ids: readonly string[]; readonly decision: string }
  | { readonly kind: "undo"; readonly step?: Step };
type Step = readonly Pick<Change, "change_id" | "object" | "operation" | "decision" | "value">[];

/** As it is bundled: a file of the console is imported by none of the service. */
const { outputFiles } = await build({
  stdin: {
    contents: ["elsewhere", "jobs", "revisions"].map((name) => `export * from "./${name}.ts";`).join(""),
    resolveDir: fileURLToPath(new URL("../../../packages/console/src/screens/review", import.meta.url)),
  },
  bundle: true,
  write: false,
  format: "esm",
  logLevel: "error",
});
const { changesOf, elsewhereOf, Revisions, settled, turnOf, without, wordsOf } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`
);

/** Revisions after some answers: of pages that were read, and of own requests, with whether they have changed something. */
function after(...answers: readonly (readonly ["read", number] | readonly ["own", number, boolean])[]) {
  const revisions = new Revisions();
  for (const [kind, revision, isNew = false] of answers)
    if (kind === "read") revisions.read(revision);
    else revisions.own(revision, isNew);
  return { known: revisions.known, isStale: revisions.isStale };
}

test.each([
  ["what was read", after(["read", 5], ["read", 5]), 5, false],
  ["own requests, one after the other", after(["read", 5], ["own", 6, true], ["own", 7, true]), 7, false],
  ["an own request that changes nothing", after(["read", 5], ["own", 5, false]), 5, false],
  ["a page that has what an own request did", after(["read", 5], ["read", 6], ["own", 6, true]), 6, false],
  ["a page from before an own request", after(["read", 5], ["own", 6, true], ["read", 5]), 6, false],
  ["an own request before the first page", after(["own", 6, true], ["read", 5]), 6, false],
  ["the same, which the page has", after(["own", 6, true], ["read", 6]), 6, false],
])("is known: %s", (_, { known, isStale }, revision, isMissed) => {
  expect([known, isStale]).toEqual([revision, isMissed]);
});

test.each([
  ["a page that somebody has changed", after(["read", 5], ["read", 6])],
  ["a gap before an own request", after(["read", 5], ["own", 7, true])],
  ["others had decided the same", after(["read", 5], ["own", 6, false])],
  ["others after an own request", after(["read", 5], ["own", 6, true], ["read", 7])],
  ["others before the first page", after(["own", 8, true], ["read", 5])],
])("is read again: %s", (_, { isStale }) => {
  expect(isStale).toBe(true);
});

const accept = (...ids: readonly string[]): Job => ({ kind: "decide", ids, decision: "accepted" });
const reject = (...ids: readonly string[]): Job => ({ kind: "decide", ids, decision: "rejected" });
const undo: Job = { kind: "undo" };
const stepOf = (...ids: readonly string[]): Step =>
  ids.map((change_id) => ({
    change_id,
    object: "entity",
    operation: "create",
    decision: "pending",
    value: {},
  }));

test("decisions that are the same are sent together, and nothing else is", () => {
  expect(turnOf([accept("a"), accept("b"), reject("c"), accept("d")])).toEqual([accept("a"), accept("b")]);
  expect(turnOf([undo, undo])).toEqual([undo]);
  expect(turnOf([])).toEqual([]);
});

test("each undoing is about a step of its own, those that are not taken yet first", () => {
  expect(changesOf([undo, undo], [stepOf("a"), stepOf("b", "c")])).toEqual(new Set(["a", "b", "c"]));
  expect([...changesOf([accept("d"), undo], [stepOf("a")])]).toEqual(["d"]);
  expect([...changesOf([undo], [])]).toEqual([]);
});

test("what was refused gives way to a later word, and is not sent if it was taken back", () => {
  expect(without([accept("a", "b"), reject("a")], new Set(["a"]))).toEqual([accept("b")]);
  expect(settled([accept("a"), reject("b"), undo])).toEqual([accept("a")]);
  expect(settled([accept("a"), undo, undo, reject("b")])).toEqual([reject("b")]);
  expect(settled([{ kind: "undo", step: stepOf("a") }, undo])).toEqual([{ kind: "undo", step: stepOf("a") }]);
});

test("what others have done is counted, without what is under way here", () => {
  const change = (change_id: string, decision: Change["decision"], name = "Ada"): Change => ({
    change_id,
    operation: "create",
    object: "entity",
    value: { name },
    before: null,
    confidence: 1,
    evidence: [],
    unsupported: [],
    decision,
    decided_by: null,
    decided_at: null,
    note: null,
    proposed: null,
    applied: false,
  });
  const known = [
    change("a", "pending"),
    change("b", "pending"),
    change("c", "pending"),
    change("d", "pending"),
  ];
  const present = [
    change("a", "accepted"),
    change("b", "accepted"),
    change("c", "pending", "Bea"),
    change("d", "pending"),
    change("e", "pending"),
  ];
  const before = { changes: known, underWay: new Set(["b"]), elsewhere: undefined };
  const found = elsewhereOf(before, present);
  expect(found).toEqual({ staged: 1, decided: 1, edited: 1, isInTheWay: false });
  expect(elsewhereOf({ ...before, changes: present, elsewhere: found }, present)).toEqual(found);
  expect(wordsOf({ staged: 12, decided: 1, edited: 0, isInTheWay: true })).toBe(
    "12 changes came in, 1 decision was made elsewhere since it was read: nothing was done. Look again, then decide.",
  );
});
