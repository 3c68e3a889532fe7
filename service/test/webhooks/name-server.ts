// A name server on the loopback of the tests: what it answers is in the name that it is asked for.

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll } from "vitest";

/** A name server that listens until the tests of the file are over. */
export interface NameServer {
  /** Its address and port. */
  readonly server: string;
  /** The names that it was asked for. */
  readonly names: readonly string[];
}

const [typeA, typeAAAA] = [1, 28];
/** By the type of a question: what its answer has. */
const addresses: Readonly<Record<number, readonly number[]>> = {
  [typeA]: [192, 0, 2, 1],
  [typeAAAA]: [0x20, 1, 0x0d, 0xb8, ...Array<number>(11).fill(0), 1],
};

/** Starts one: names that begin with `silent` get no answer, `both` addresses of both kinds, `four` and `localhost` those of IPv4; there are no others. */
export async function startNameServer(): Promise<NameServer> {
  const names: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { name, type, end } = questionOf(question);
    names.push(name);
    if (name.startsWith("silent")) return;
    const isKnown = /^(?:both\.|four\.|localhost$)/.test(name);
    const hasType = isKnown && (type === typeA || (type === typeAAAA && name.startsWith("both")));
    socket.send(
      answered(question.subarray(0, end), isKnown, hasType ? addresses[type] : undefined),
      port,
      address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  afterAll(() => socket.close());
  return { server: `127.0.0.1:${String(socket.address().port)}`, names };
}

/** The name and the type of a question, and where it ends (RFC 1035, section 4.1). */
function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The answer to a question: an address, none, or that there is no such name. */
function answered(question: Buffer, isKnown: boolean, address: readonly number[] | undefined): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  if (address === undefined) return header;
  const record = Buffer.alloc(12);
  // The name is that of the question.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(address.length === 4 ? typeA : typeAAAA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(address.length, 10);
  return Buffer.concat([header, record, Buffer.from(address)]);
}
