// Tests that an answer of a person counts for the question that was asked, and for no other.

import { expect, test } from "vitest";
import { sealOf } from "../../src/mcp/seal.ts";
import { callWith } from "../support/agents.ts";
import { type Caller, startService } from "../support/service.ts";

const service = await startService();

const yes = { consent: { action: "accept", content: { consent: true } } };

type Call = readonly [string, object];

/** A delta with two changes. */
async function propose(who: Caller): Promise<{ readonly id: string; readonly changes: readonly string[] }> {
  const entities = [
    { type: "Person", name: "Ada" },
    { type: "Person", name: "Grace" },
  ];
  const { id } = (await who.post("/v1/deltas", { entities })).body;
  const { changes } = (await who.get(`/v1/deltas/${id}/changes`)).body;
  return { id, changes: changes.map(({ change_id }: any) => change_id) };
}

async function ask(key: string, call: Call): Promise<string> {
  const { result } = await callWith(service.url, key, call);
  expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  return result.requestState;
}

test("a state counts for its tool, its arguments, its key and its delta as it was, and for nothing else", async () => {
  const who = await service.caller();
  const [{ id, changes }, other] = [await propose(who), await propose(who)];
  const colleague: Caller = { ...who, key: (await who.post("/v1/keys", {})).body.key };
  const only = { id, only: [changes[0]] };
  const states: readonly (readonly [Caller, Call])[] = [
    [who, ["apply_delta", { id }]],
    [who, ["apply_delta", { id: other.id }]],
    [who, ["discard_delta", { id }]],
    [who, ["apply_delta", only]],
    [who, ["apply_delta", { id, exclude: [changes[0]] }]],
    [who, ["apply_delta", { id, only: [...changes] }]],
    [colleague, ["apply_delta", { id }]],
  ];
  const sealed: string[] = [];
  for (const [{ key }, call] of states) sealed.push(await ask(key, call));
  const statuses = async () =>
    await Promise.all([id, other.id].map(async (each) => (await who.get(`/v1/deltas/${each}`)).body.status));
  for (const [at, requestState] of sealed.entries())
    for (const [place, [{ key }, call]] of states.entries()) {
      if (at === place) continue;
      const { result } = await callWith(service.url, key, call, { requestState, inputResponses: yes });
      expect([at, place, result.resultType]).toEqual([at, place, "input_required"]);
    }
  expect(await statuses()).toEqual(["open", "open"]);
  // Applied in part, it is another delta than the one of the question.
  await who.post(`/v1/deltas/${id}/apply`, { only: [changes[0]] });
  const [first = ""] = sealed;
  const later = await callWith(service.url, who.key, ["apply_delta", { id }], {
    requestState: first,
    inputResponses: yes,
  });
  expect(later.result.resultType).toBe("input_required");
  expect(await statuses()).toEqual(["open", "open"]);
});

test("what a reviewer decides or edits while the person is asked is another question", async () => {
  const who = await service.caller();
  const { id, changes } = await propose(who);
  const call: Call = ["apply_delta", { id }];
  const edits = [{ value: { name: "Mallory" } }, { decision: "rejected" }, { decision: "accepted" }];
  for (const edit of edits) {
    const requestState = await ask(who.key, call);
    await who.call("PATCH", `/v1/deltas/${id}/changes/${changes[0] ?? ""}`, { body: edit });
    const { result } = await callWith(service.url, who.key, call, { requestState, inputResponses: yes });
    expect([edit, result.resultType]).toEqual([edit, "input_required"]);
  }
  const requestState = await ask(who.key, call);
  const { result } = await callWith(service.url, who.key, call, { requestState, inputResponses: yes });
  expect(result.structuredContent).toMatchObject({ id, status: "applied" });
});

test("an answer without a state, with a forged one, or with another answer applies nothing", async () => {
  const who = await service.caller();
  const { id } = await propose(who);
  const call: Call = ["apply_delta", { id }];
  const state = await ask(who.key, call);
  const [until = "", mac = ""] = state.split(".");
  const forged = sealOf("slice-guessed").stateFor({ tool: "apply_delta", deltaId: id });
  const later = `${String(Number(until) + 1)}.${mac}`;
  for (const requestState of [undefined, "", "x", forged, later, `${state}x`, mac, `${until}.`]) {
    const { result, error } = await callWith(service.url, who.key, call, {
      requestState,
      inputResponses: yes,
    });
    expect([requestState, result?.resultType ?? error?.code]).toEqual([requestState, "input_required"]);
  }
  const wrong = [
    {},
    { consent: true },
    { consent: { action: "accept" } },
    { consent: { action: "accept", content: { consent: "true" } } },
    { other: yes.consent },
  ];
  for (const inputResponses of wrong)
    await callWith(service.url, who.key, call, { requestState: state, inputResponses });
  expect((await who.get(`/v1/deltas/${id}`)).body.status).toBe("open");
  const { result } = await callWith(service.url, who.key, call, { requestState: state, inputResponses: yes });
  expect(result.structuredContent).toMatchObject({ id, status: "applied" });
});

test("a state is valid for ten minutes", () => {
  let now = 1_700_000_000_000;
  const seal = sealOf("slice-x", () => now);
  const about = { tool: "apply_delta" };
  const state = seal.stateFor(about);
  now += 10 * 60_000 - 1;
  expect(seal.holds(state, about)).toBe(true);
  now += 1;
  expect(seal.holds(state, about)).toBe(false);
});
