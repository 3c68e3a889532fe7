// Makes the server listen on its address.

import type { AddressInfo } from "node:net";
import type { Server } from "../http/server.ts";
import { UsageError } from "./failure.ts";

/** What to say when the system refuses an address, by its error code. */
const refusals: ReadonlyMap<string, (host: string, port: number) => string> = new Map([
  [
    "EADDRINUSE",
    (host, port) =>
      `port ${String(port)} of ${host} is in use; stop the program that uses it, or choose another with --port (0 picks a free one)`,
  ],
  [
    "EACCES",
    (host, port) =>
      `listening on port ${String(port)} of ${host} is not permitted; choose a port above 1023 with --port`,
  ],
  ["EADDRNOTAVAIL", (host) => `${host} is not an address of this machine; choose another with --host`],
  ["ENOTFOUND", (host) => `the host ${host} is unknown; write an address of this machine after --host`],
  [
    "EAI_AGAIN",
    (host) => `the host ${host} cannot be looked up; write an address of this machine after --host`,
  ],
]);

/** Listens, and returns the URL. Throws a `UsageError` if the address cannot be used. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const refusal = refusals.get(code);
    if (refusal === undefined) throw error;
    throw new UsageError(refusal(host, port));
  }
  const address = server.server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server is not listening on any address.");
  return urlOf(address);
}

/** A URL that works on this machine, which a wildcard address does not. */
function urlOf({ address, family, port }: AddressInfo): string {
  const reachable = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `http://${family === "IPv6" ? `[${reachable}]` : reachable}:${String(port)}`;
}
