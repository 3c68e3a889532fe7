// Agents of tests: real clients of both generations of the protocol, connected to a service.

import {
  Client,
  type ClientOptions,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";

/** The revisions of the protocol, and the clients that speak them. */
export const generations = ["2026-07-28", "2025-11-25", "1.x"] as const;

/** One of {@link generations}. */
export type Generation = (typeof generations)[number];

/** What a call of a tool has said. */
export interface Said {
  readonly isError: boolean;
  /** The JSON of its text. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly structured: ReturnType<typeof JSON.parse>;
}

/** A connected client. */
export interface Agent {
  readonly client: Client | OlderClient;
  readonly call: (tool: string, input?: Readonly<Record<string, unknown>>) => Promise<Said>;
  readonly tools: () => Promise<readonly string[]>;
}

/** How an agent connects. */
export interface AgentOptions {
  readonly generation?: Generation;
  /** After `/mcp`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The person, who is asked for consent; without one the client says that it cannot ask. */
  readonly person?: (question: string) => ElicitResult | Promise<ElicitResult>;
}

/** Connects to `/mcp` with a key, until the test is over. */
export async function agentAt(
  url: string,
  key: string,
  { generation = "2026-07-28", path = "", headers = {}, person }: AgentOptions = {},
): Promise<Agent> {
  const place = new URL(`${url}/mcp${path}`);
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } };
  const info = { name: "test", version: "1.0.0" };
  if (generation === "1.x") {
    const client = new OlderClient(info);
    await client.connect(new OlderTransport(place, { requestInit }));
    onTestFinished(async () => await client.close());
    return agentOf(client);
  }
  const options: ClientOptions = {
    versionNegotiation: { mode: generation === "2026-07-28" ? { pin: generation } : "legacy" },
    ...(person !== undefined && { capabilities: { elicitation: { form: {} } } }),
  };
  const client = new Client(info, options);
  if (person !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => await person(params.message));
  await client.connect(new StreamableHTTPClientTransport(place, { requestInit }));
  onTestFinished(async () => await client.close());
  return agentOf(client);
}

/** A client that is connected. */
export function agentOf(client: Client | OlderClient): Agent {
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (tool, input = {}) => {
      const result: any = await client.callTool({ name: tool, arguments: { ...input } });
      const [block] = result.content ?? [];
      return {
        isError: result.isError === true,
        body: block === undefined ? undefined : JSON.parse(block.text),
        structured: result.structuredContent,
      };
    },
  };
}

/** What a person has answered, with the state that came with the question. */
export interface Answered {
  readonly requestState?: string | undefined;
  readonly inputResponses?: object;
}

/** Sends a call of a tool as a client of 2026 does that can ask a person, with an answer of our making. */
export async function callWith(
  url: string,
  key: string,
  [tool, input]: readonly [string, object],
  answered: Answered = {},
): Promise<ReturnType<typeof JSON.parse>> {
  const version = "2026-07-28";
  const meta = "io.modelcontextprotocol";
  const response = await fetch(`${url}/mcp?tools=review`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": tool,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: tool,
        arguments: input,
        ...answered,
        _meta: {
          [`${meta}/protocolVersion`]: version,
          [`${meta}/clientInfo`]: { name: "test", version: "1.0.0" },
          [`${meta}/clientCapabilities`]: { elicitation: { form: {} } },
        },
      },
    }),
  });
  return await response.json();
}
