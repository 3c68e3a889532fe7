// A receiver of webhooks on the loopback of the tests: each path keeps what it gets, and answers as its test says.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, expect } from "vitest";
import type { Caller } from "../support/service.ts";

/** A delivery, as it came. */
export interface Received {
  readonly id: string;
  readonly text: string;
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers one: a status, or something else by hand. */
type Answer = (
  received: Received,
  response: ServerResponse,
) => number | undefined | Promise<number | undefined>;

/** Where a webhook sends, and what came. */
export interface Inbox {
  readonly url: string;
  readonly received: Received[];
  answer: Answer;
  /** The most that were being answered at a time. */
  most: number;
}

/** A receiver that listens until the tests of the file are over. */
export interface Receiver {
  /** As WEBHOOK_HOSTS names it. */
  readonly host: string;
  readonly open: () => Inbox;
}

/** Starts one. */
export async function startReceiver(): Promise<Receiver> {
  const inboxes = new Map<string, Inbox>();
  const server = createServer((request, response) => {
    void take(request, response, inboxes.get(request.url ?? ""));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  const host = `127.0.0.1:${String(address.port)}`;
  const open = (): Inbox => {
    const path = `/${String(inboxes.size)}`;
    const inbox = { url: `http://${host}${path}`, received: [], answer: () => 200, most: 0 };
    inboxes.set(path, inbox);
    return inbox;
  };
  return { host, open };
}

const answering = new WeakMap<Inbox, number>();

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  inbox: Inbox | undefined,
): Promise<void> {
  if (inbox === undefined) return void response.writeHead(404).end();
  const now = (answering.get(inbox) ?? 0) + 1;
  answering.set(inbox, now);
  inbox.most = Math.max(inbox.most, now);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const received = { id: headers["webhook-id"] ?? "", text, body: JSON.parse(text), headers };
  inbox.received.push(received);
  const status = await inbox.answer(received, response);
  answering.set(inbox, (answering.get(inbox) ?? 1) - 1);
  if (status !== undefined) response.writeHead(status).end("thank you");
}

/** A webhook for a new slice of a caller, with its secret. */
export async function hooked(who: Caller, cql: string, url: string): Promise<any> {
  const slice = await who.post("/v1/slices", { name: "sent", cql });
  const made = await who.post("/v1/webhooks", { slice_id: slice.body.id, url });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}

/** The deliveries of a webhook, oldest first. */
export async function deliveries(who: Caller, id: string): Promise<any[]> {
  const { status, body } = await who.get(`/v1/webhooks/${id}/deliveries`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.deliveries.toReversed();
}

/** What an inbox got, in short: `entered ID`, each delivery once. */
export function told({ received }: Inbox): readonly string[] {
  const each = new Map(received.map(({ id, body }) => [id, body.data.changes]));
  return [...each.values()].flat().map(({ kind, entity_id }: any) => `${kind} ${entity_id}`);
}
