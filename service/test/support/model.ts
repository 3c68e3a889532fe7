// A model endpoint on this machine that returns what a test tells it to, valid or not.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { FoundEntity, FoundRelationship } from "../../src/extraction/extractor.ts";

/** A request that the endpoint got. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly raw: string;
  readonly body: any;
  /** What the system messages say. */
  readonly instructions: string;
  /** What the messages of the user say. */
  readonly text: string;
  /** When it came, in milliseconds as of `performance.now()`. */
  readonly at: number;
  /** Whether the caller has hung up before it was answered. */
  aborted: boolean;
}

/** How a request is answered. What is not given is as it should be. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the model writes: its finds, or any text. */
  readonly content?: string | null | Finds;
  readonly finishReason?: string;
  readonly usage?: unknown;
  /** The whole body, in place of a completion. */
  readonly body?: string;
  /** In milliseconds. */
  readonly delay?: number;
  /** Ends the connection without an answer, or in the middle of one; or never answers. */
  readonly breaks?: "reset" | "half" | "hang";
}

interface Finds {
  readonly entities: readonly FoundEntity[];
  readonly relationships: readonly FoundRelationship[];
}

/** A model that listens until the test ends. */
export interface Model {
  /** What MODEL_URL is. */
  readonly url: string;
  readonly host: string;
  /** Every request so far, oldest first. */
  readonly asked: Asked[];
}

/** What each request is answered, the last one for all that follow; or a function of what was asked, and of how many requests came before. */
export type Script = readonly Reply[] | ((asked: Asked, index: number) => Reply | Promise<Reply>);

/** Counted for each answer unless the reply says otherwise. */
const usage = { prompt_tokens: 70, completion_tokens: 30, total_tokens: 100 };

/** Starts a model that answers so. */
export async function startModel(script: Script): Promise<Model> {
  const asked: Asked[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await askedOf(request);
    response.on("close", () => (one.aborted = !response.writableFinished));
    const index = asked.push(one) - 1;
    const reply = typeof script === "function" ? await script(one, index) : (script[index] ?? script.at(-1));
    await answer(response, reply ?? {});
  };
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const host = `127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`;
  return { url: `http://${host}/v1`, host, asked };
}

async function askedOf(request: IncomingMessage): Promise<Asked> {
  const at = performance.now();
  const { method = "", url: path = "", headers } = request;
  const raw = await text(request);
  const body = JSON.parse(raw);
  const said = (role: string): string =>
    body.messages
      .filter((message: any) => message.role === role)
      .map((message: any) => message.content)
      .join("\n");
  const messages = { instructions: said("system"), text: said("user") };
  return { method, path, headers, raw, body, ...messages, at, aborted: false };
}

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if (reply.delay !== undefined) await sleep(reply.delay);
  if (reply.breaks === "hang") return;
  if (reply.breaks === "reset") return void response.destroy();
  const body = reply.body ?? completionOf(reply);
  response.writeHead(reply.status ?? 200, { "Content-Type": "application/json", ...reply.headers });
  if (reply.breaks !== "half") return void response.end(body);
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

function completionOf({
  content = { entities: [], relationships: [] },
  finishReason,
  ...reply
}: Reply): string {
  const written = typeof content === "string" || content === null ? content : JSON.stringify(content);
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "mock",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: written },
        finish_reason: finishReason ?? "stop",
      },
    ],
    usage: "usage" in reply ? reply.usage : usage,
  });
}
