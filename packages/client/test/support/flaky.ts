// A server in front of the service that fails as networks and busy servers do.

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** What happens to a request: nothing arrives, no answer arrives, half of it arrives, or another answer does. */
export type Fault =
  | "lost"
  | "unanswered"
  | "half"
  | { readonly status: number; readonly retryAfter?: string };

/** A server that runs until the test is over. */
export interface Flaky {
  readonly url: string;
  /** The faults of the next requests, in this order; after them all is well. */
  readonly faults: Fault[];
  /** The requests that arrived here: method, path, and headers. */
  readonly seen: readonly Seen[];
  /** Ends each answer that is open. */
  readonly cut: () => void;
}

/** A request. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** Starts one. */
export async function startFlaky(target: string): Promise<Flaky> {
  const faults: Fault[] = [];
  const seen: Seen[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    seen.push({ method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers });
    open.add(outgoing);
    outgoing.once("close", () => open.delete(outgoing));
    void answer(target, incoming, outgoing, faults.shift());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const cut = (): void => {
    for (const outgoing of open) outgoing.destroy();
  };
  return { url: `http://127.0.0.1:${String(address.port)}`, faults, seen, cut };
}

async function answer(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault === "lost") return void outgoing.destroy();
  if (typeof fault === "object") {
    const { status, retryAfter } = fault;
    outgoing.writeHead(status, {
      "content-type": "application/problem+json",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    });
    const code = status === 429 ? "rate_limited" : status === 503 ? "database_unavailable" : "internal";
    return void outgoing.end(
      JSON.stringify({ type: "", title: "", status, detail: "A fault.", code, request_id: "req_0" }),
    );
  }
  const forwarded = request(target + (incoming.url ?? ""), {
    method: incoming.method,
    headers: incoming.headers,
  });
  incoming.pipe(forwarded);
  const [response]: IncomingMessage[] = await once(forwarded, "response");
  if (response === undefined) return;
  outgoing.once("close", () => forwarded.destroy());
  if (fault === undefined) {
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    return void response.on("error", () => outgoing.destroy()).pipe(outgoing);
  }
  const body = Buffer.concat(await response.toArray());
  if (fault === "unanswered") return void outgoing.destroy();
  outgoing.writeHead(response.statusCode ?? 500, response.headers);
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
