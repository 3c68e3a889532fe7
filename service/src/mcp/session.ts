// What a caller is served with: one for a request over HTTP, one for a connection on standard input and output.

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ListToolsResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import manifest from "../../package.json" with { type: "json" };
import type { JsonObject } from "../values/json.ts";
import { mayDo } from "../values/permission.ts";
import { type ProblemEntry, problems } from "../values/problem.ts";
import type { Call } from "./call.ts";
import { instructionsFrom } from "./instructions.ts";
import { memberOf } from "./member-of.ts";
import type { Names } from "./names.ts";
import { addPrompts } from "./prompts.ts";
import { quoted } from "./quoted.ts";
import { Refused } from "./refused.ts";
import { addCompletion, addResources } from "./resources.ts";
import type { Seal } from "./seal.ts";
import { Asked, type Person, requireReadable } from "./tool.ts";
import { type Audience, isListed, toolNamed, tools } from "./tools/table.ts";

/** Whom to serve. */
export interface Session extends Audience {
  readonly call: Call;
  readonly names: Names;
  readonly isLimited: boolean;
  readonly seal: Seal;
  /** The address of the service, for links; empty if it is not known. */
  readonly baseUrl: string;
  /** Whether the client opens with instructions: making them takes a look at the catalog. */
  readonly isOpening: boolean;
  /** Whether a client may subscribe to slices. */
  readonly hasStreams: boolean;
  /** What is wrong with the arguments as they were sent. */
  readonly flaws: readonly ProblemEntry[];
  /** Logs an error that is a bug. */
  readonly report: (error: unknown) => void;
}

/** Milliseconds that a client may keep lists: what a key may call rarely changes. */
const listMs = 60_000;
const hint = { ttlMs: listMs, cacheScope: "private" } as const;

const cacheHints = {
  "tools/list": hint,
  "prompts/list": hint,
  "resources/list": hint,
  "resources/templates/list": hint,
  "resources/read": { ...hint, ttlMs: 0 },
  "server/discover": hint,
} as const;

/** Which revision a client speaks: the one of 2026, or one of 2025. */
export type Era = "modern" | "legacy";

/** A server for a session. */
export async function createSession(session: Session, era: Era): Promise<McpServer> {
  const instructions = session.isOpening ? await instructionsFrom(session.names) : undefined;
  const mcp = new McpServer(
    { name: "slice-service", version: manifest.version },
    {
      // No list changes while a key lives.
      capabilities: {
        tools: { listChanged: false },
        // A client of 2025 would subscribe with one request and be told with another, which a server without sessions cannot do.
        resources: { listChanged: false, ...(session.hasStreams && era === "modern" && { subscribe: true }) },
        prompts: { listChanged: false },
        completions: {},
      },
      ...(instructions !== undefined && { instructions }),
      cacheHints,
    },
  );
  // Below its register of tools, which would check arguments in its own words, and list what a key may not call.
  const { server } = mcp;
  addTools(server, session, era);
  addResources(mcp, session);
  addCompletion(mcp, session);
  addPrompts(mcp, session);
  return mcp;
}

function addTools(server: McpServer["server"], session: Session, era: Era): void {
  server.setRequestHandler("tools/list", () => {
    const listed = tools.filter((tool) => isListed(tool, session)).map((tool) => tool.listed);
    // Made from schemas of objects, which is what the type asks for.
    return { tools: listed as unknown as ListToolsResult["tools"] };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    try {
      return await callTool(params, session, personOf(session, era, context));
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (error instanceof Refused) return failed(error.shown);
      session.report(error);
      return failed({ code: "internal", detail: problems.internal.detail });
    }
  });
}

interface Called {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

async function callTool(
  { name, arguments: given = {} }: Called,
  session: Session,
  person: Person,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = toolNamed(name);
  if (tool === undefined || (tool.isForReview === true && !session.isReview))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no tool with this name.");
  if (!mayDo(session.permission, tool.needs))
    throw Refused.because(session.permission === "read" ? "read_only_key" : "propose_only", []);
  requireReadable(session.flaws);
  // It comes from JSON.
  const result = await tool.call(given as JsonObject, { ...session, person });
  return result instanceof Asked ? asking(result) : succeeded(result);
}

/** All that is stored is in JSON, whose strings end where they end: nothing in it can be taken for a text of ours. */
function succeeded(result: JsonObject): CallToolResult {
  return { content: [{ type: "text", text: quoted(result) }], structuredContent: result };
}

/** Without structured content, which would have to follow the schema of a success. */
function failed(problem: JsonObject): CallToolResult {
  return { isError: true, content: [{ type: "text", text: quoted(problem) }] };
}

const consent = "consent";

function asking({ question: { question, state } }: Asked): InputRequiredResult {
  const requestedSchema = {
    type: "object" as const,
    properties: { [consent]: { type: "boolean" as const, title: "Yes, do it" } },
    required: [consent],
  };
  return inputRequired({
    inputRequests: { [consent]: inputRequired.elicit({ message: question, requestedSchema }) },
    requestState: state,
  });
}

/** The person for whom a call is made. Clients of 2025 would have to be asked over a connection that a server without sessions does not have. */
function personOf({ seal, baseUrl }: Session, era: Era, { mcpReq }: ServerContext): Person {
  const capabilities = memberOf(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY);
  const canAsk = era === "modern" && takesForms(capabilities);
  return {
    console: `${baseUrl}/console`,
    consents: (question, about) => {
      if (!canAsk) return "cannot_ask";
      const state: unknown = mcpReq.requestState();
      const answer = inputResponse(mcpReq.inputResponses, consent);
      if (typeof state !== "string" || !seal.holds(state, about) || answer.kind !== "elicit")
        return { question, state: seal.stateFor(about) };
      return answer.action === "accept" && answer.content?.[consent] === true ? "yes" : "no";
    },
  };
}

/** Whether a client shows forms: it does if it says so, or says nothing more than that it can ask. */
function takesForms(capabilities: unknown): boolean {
  const asks = memberOf(capabilities, "elicitation");
  if (typeof asks !== "object" || asks === null) return false;
  return "form" in asks || !("url" in asks);
}
