// Tests that only the latest request of an editor is answered.

import { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { abortAll, inBackground, onlyLatest } from "../../src/codemirror/latest.ts";
import { fakeView } from "./fake-view.ts";

const view: EditorView = fakeView("").view;
const other: EditorView = fakeView("").view;

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol("pending");
  await new Promise((resolve) => setTimeout(resolve, 0));
  return (await Promise.race([promise.catch(() => null), Promise.resolve(pending)])) !== pending;
}

test("a request returns its answer", async () => {
  expect(await onlyLatest()(view, async () => await Promise.resolve(1))).toBe(1);
});

test("a request rejects with its failure", async () => {
  const asked = onlyLatest()(view, async () => await Promise.reject(new Error("no catalog")));
  await expect(asked).rejects.toThrow("no catalog");
});

test("a new request aborts the previous one, which never answers and never fails", async () => {
  const latest = onlyLatest();
  const signals: AbortSignal[] = [];
  const first = latest(view, async (signal) => {
    signals.push(signal);
    await new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
  const late = onlyLatest();
  let answer: (value: number) => void = () => {};
  const second = late(
    view,
    async () =>
      await new Promise<number>((resolve) => {
        answer = resolve;
      }),
  );
  await latest(view, async () => await Promise.resolve());
  await late(view, async () => await Promise.resolve(2));
  answer(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(await isSettled(first)).toBe(false);
  expect(await isSettled(second)).toBe(false);
});

test("requests of different editors are independent", async () => {
  const latest = onlyLatest();
  const [first, second] = [view, other].map(
    async (each) => await latest(each, async (signal) => await Promise.resolve(signal)),
  );
  expect([(await first)?.aborted, (await second)?.aborted]).toEqual([false, false]);
});

test("a destroyed editor aborts its requests, which then neither answer nor fail", async () => {
  const { view: gone } = fakeView("");
  const asked = [onlyLatest(), onlyLatest()].map(
    async (latest) =>
      await latest(
        gone,
        async (signal) =>
          await new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(new Error("aborted")));
          }),
      ),
  );
  const elsewhere = onlyLatest()(other, async (signal) => await Promise.resolve(signal));
  abortAll(gone);
  expect(await Promise.all(asked.map(isSettled))).toEqual([false, false]);
  expect((await elsewhere).aborted).toBe(false);
});

test("a failure in the background is reported as CodeMirror reports failures", async () => {
  const { view: watched, failures } = fakeView("");
  inBackground(watched, async () => await Promise.reject(new Error("no catalog")));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(failures).toEqual(["no catalog"]);
  expect(watched.state).toBeInstanceOf(EditorState);
});
