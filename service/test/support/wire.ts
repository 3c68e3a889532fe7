// A connection on which a test writes bytes, as no client library would let it.

import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer, read from the bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Connects to a port of this machine. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  // A reset is one of the ways in which a server may close a connection.
  socket.on("error", () => undefined);
  return socket;
}

/** Sends bytes on a connection of their own, and reads the answer until the server closes it. */
export async function exchange(port: number, bytes: string | Buffer): Promise<Answer> {
  const socket = await dial(port);
  socket.write(bytes);
  return answerOf(await readToEnd(socket));
}

/** All that arrives until the server closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

/** The first answer in what arrived. */
export function answerOf(bytes: string): Answer {
  const [head = "", ...rest] = bytes.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(" ")[1]), headers: new Map(headers), body: rest.join("\r\n\r\n") };
}
