// Tests the tools for agents with the frameworks that run them and a model that follows a script, against a real service.

import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, Usage } from "@openai/agents";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { startService } from "../../../service/test/support/service.ts";
import { tools as toolsForAi } from "../src/adapters/ai.ts";
import { tools as toolsForOpenai } from "../src/adapters/openai-agents.ts";
import type { ToolOptions } from "../src/adapters/tool.ts";
import { type Client, createClient } from "../src/index.ts";

const service = await startService();

/** What a model calls in one turn. */
interface Call {
  readonly name: string;
  readonly input: object;
}

/** Runs an agent whose model makes these calls one after the other, and gives what each returned. */
type Run = (client: Client, calls: readonly Call[], options?: ToolOptions) => Promise<readonly any[]>;

const runWithAi: Run = async (client, calls, options) => {
  const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } } as any;
  let turn = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      const call = calls[turn++];
      const content: any =
        call === undefined
          ? { type: "text", text: "Done." }
          : {
              type: "tool-call",
              toolCallId: String(turn),
              toolName: call.name,
              input: JSON.stringify(call.input),
            };
      const finishReason: any = { unified: call === undefined ? "stop" : "tool-calls", raw: undefined };
      return await Promise.resolve({ content: [content], finishReason, usage, warnings: [] });
    },
  });
  const { steps } = await generateText({
    model,
    prompt: "Go on.",
    tools: toolsForAi(client, options),
    stopWhen: stepCountIs(calls.length + 1),
  });
  return steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
};

class ScriptedModel implements Model {
  readonly results: unknown[] = [];
  readonly #calls: readonly Call[];
  #turn = 0;

  constructor(calls: readonly Call[]) {
    this.#calls = calls;
  }

  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    const last: any = typeof input === "string" ? undefined : input.at(-1);
    if (last?.type === "function_call_result") this.results.push(JSON.parse(last.output.text ?? last.output));
    const call = this.#calls[this.#turn++];
    const output: any =
      call === undefined
        ? {
            type: "message",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "Done." }],
          }
        : {
            type: "function_call",
            callId: String(this.#turn),
            name: call.name,
            status: "completed",
            arguments: JSON.stringify(call.input),
          };
    return await Promise.resolve({ usage: new Usage(), output: [output] });
  }

  getStreamedResponse(): never {
    throw new Error("The script is not streamed.");
  }
}

const runWithOpenai: Run = async (client, calls, options) => {
  const model = new ScriptedModel(calls);
  const agent = new Agent({ name: "Assistant", model, tools: toolsForOpenai(client, options) });
  await new Runner({ tracingDisabled: true }).run(agent, "Go on.", { maxTurns: calls.length + 2 });
  return model.results;
};

describe.each([
  ["the AI SDK", runWithAi],
  ["OpenAI Agents", runWithOpenai],
])("an agent of %s", (_name, run) => {
  test("remembers, recalls, lists, and corrects a query", async () => {
    const { key } = await service.caller();
    const client = createClient({ baseUrl: service.url, key });
    const { ids } = await client.entities.write([{ type: "Person", name: "Ada" }]);
    const [written, again, recalled, listed, entity, wrong, right] = await run(client, [
      { name: "remember", input: { content: "Ada prefers tea.", kind: "preference", subject_id: "ada" } },
      { name: "remember", input: { content: "Ada prefers tea.", kind: "preference", subject_id: "ada" } },
      { name: "recall", input: { query: "tea", subject_id: "ada" } },
      { name: "list_memories", input: { kind: "preference" } },
      { name: "get_entity", input: { id: ids[0] } },
      { name: "check_scope", input: { cql: "after:2026-02-30" } },
      { name: "check_scope", input: { cql: "type:Person" } },
    ]);
    expect(written).toMatchObject({ status: "applied", duplicate: false });
    expect(again).toMatchObject({ id: written.id, duplicate: true });
    expect(recalled.items).toMatchObject([{ kind: "memory", id: written.id, quote: "Ada prefers tea." }]);
    expect(listed).toMatchObject({ memories: [{ id: written.id }], next_cursor: null });
    expect(entity).toMatchObject({ name: "Ada", relationships: [] });
    expect(wrong.error).toMatchObject({ code: "invalid_cql", diagnostics: [{ severity: "error" }] });
    expect(right).toMatchObject({ count: 1, diagnostics: [] });
  });

  test("whom memories are about is not for the model to say if the program says it", async () => {
    const { key } = await service.caller();
    const client = createClient({ baseUrl: service.url, key });
    await client.memories.write({ content: "Grace prefers tea.", subject_id: "grace" });
    const calls = [
      { name: "remember", input: { content: "Ada prefers tea." } },
      { name: "recall", input: { query: "tea" } },
      { name: "list_memories", input: {} },
    ];
    const [, recalled, listed] = await run(client, calls, { subject_id: "ada" });
    expect(recalled.items.map(({ quote }: any) => quote)).toEqual(["Ada prefers tea."]);
    expect(listed.memories.map(({ subject }: any) => subject.id)).toEqual(["ada"]);
  });

  test("what a key may only propose is staged, and an argument that nothing knows is refused", async () => {
    const { key } = await service.caller({ permission: "propose" });
    const client = createClient({ baseUrl: service.url, key });
    const [staged, refused] = await run(client, [
      { name: "remember", input: { content: "Ada prefers tea." } },
      { name: "remember", input: { content: "x", apply: true } },
    ]);
    expect(staged).toMatchObject({ status: "staged", delta_id: expect.any(String) });
    expect(refused.error).toMatchObject({ code: "invalid_request", errors: [{ pointer: "/apply" }] });
  });

  test("an argument that a tool does not have is refused, though the API has it", async () => {
    const { key } = await service.caller();
    const client = createClient({ baseUrl: service.url, key });
    const { id } = await client.memories.write({ content: "Grace prefers tea.", subject_id: "grace" });
    const wrong = [
      { name: "remember", input: { content: "x", scope: "commons" } },
      { name: "remember", input: { content: "x", supersedes: [id] } },
      { name: "remember", input: { content: "x", subject: { id: "grace" } } },
      { name: "remember", input: { content: "x", subject_id: "grace" } },
      { name: "remember", input: { content: "x", "a/b": 1 } },
      { name: "recall", input: { query: "tea", memory: { subject_id: "grace" } } },
      { name: "list_memories", input: { subject_id: "grace" } },
      { name: "list_memories", input: { idempotencyKey: "x" } },
      { name: "get_entity", input: { id, project_id: "x" } },
    ];
    const results = await run(client, wrong, { subject_id: "ada" });
    expect(results.map(({ error }) => [error.code, error.errors[0].pointer])).toEqual(
      ["scope", "supersedes", "subject", "subject_id", "a~1b", "memory", "subject_id"]
        .concat("idempotencyKey", "project_id")
        .map((name) => ["invalid_request", `/${name}`]),
    );
    expect((await Array.fromAsync(client.memories.list())).map(({ content }) => content)).toEqual([
      "Grace prefers tea.",
    ]);
  });
});
