// Serves an agent on standard input and output with the routes of a service elsewhere.

import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Permission } from "../values/permission.ts";
import { ask } from "./call.ts";
import { nameMemory, namesFor } from "./names.ts";
import { type Remote, remoteCall } from "./remote-call.ts";
import { sealOf } from "./seal.ts";
import { createSession } from "./session.ts";

/** What is served. */
export interface StdioOptions extends Remote {
  readonly isReview: boolean;
  /** Is told of errors; standard output is for messages alone. */
  readonly report: (error: unknown) => void;
}

interface CurrentKey {
  readonly permission: Permission;
  readonly slice: string | null;
  readonly subject_id: string | null;
}

/** Serves until standard input ends. Throws a `Refused` if the service does not accept the key. */
export async function serveOnStdio({ isReview, report, ...remote }: StdioOptions): Promise<void> {
  const call = remoteCall(remote);
  const { permission, slice, subject_id } = await ask<CurrentKey>(call, ["GET", "/v1/keys/current"]);
  const session = {
    call,
    names: namesFor(call, nameMemory(), ""),
    permission,
    isReview,
    isLimited: slice !== null || subject_id !== null,
    seal: sealOf(remote.key),
    baseUrl: remote.url,
    isOpening: true,
    hasStreams: false,
    flaws: [],
    report,
  };
  const ended = once(process.stdin, "end");
  const server = serveStdio(async ({ era }) => await createSession(session, era), { onerror: report });
  await ended;
  await server.close();
}
