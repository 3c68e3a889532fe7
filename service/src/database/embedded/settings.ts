// The configuration of the server: all on its command line, so that editing a file cannot undo it.

import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Home } from "./home.ts";

/** Where the server listens: on a socket in a folder, or on a local port. */
export interface Address {
  /** The folder of the socket; undefined over TCP. */
  readonly socketFolder: string | undefined;
  readonly port: number;
}

/** With a socket, the port is only part of its file name. */
const socketPort = 5432;

/** The file name of the socket. */
export const socketName: string = `.s.PGSQL.${String(socketPort)}`;

/** A socket's path must have fewer bytes. */
const maxSocketPath = process.platform === "darwin" ? 103 : 107;

/** A socket in the data folder, which no other user can access; a free port where that is not possible. */
export async function chooseAddress({ folder }: Home): Promise<Address> {
  // Node cannot connect to such a socket on Windows.
  if (process.platform !== "win32" && Buffer.byteLength(join(folder, socketName)) < maxSocketPath)
    return { socketFolder: folder, port: socketPort };
  return { socketFolder: undefined, port: await freePort() };
}

/** The arguments of `postgres`. */
export function argumentsFor({ cluster }: Home, { socketFolder, port }: Address): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    port,
    listen_addresses: socketFolder === undefined ? "127.0.0.1" : "",
    unix_socket_directories: socketFolder === undefined ? "" : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: 50,
    shared_buffers: "64MB",
    // Saves a process that would never have work.
    max_logical_replication_workers: 0,
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_destination: "stderr",
    logging_collector: "off",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // Not logged: statements and details contain stored data.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  };
  return [
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${String(value)}`]),
  ];
}

/** A port of this machine that nothing uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system assigned no port.");
  return address.port;
}
