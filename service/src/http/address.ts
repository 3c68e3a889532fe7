// Maps the address of a request to the network that limits count.

import { isIPv6 } from "node:net";

/**
 * The network of an address: for IPv6 its first 64 bits, because one client has all addresses below them; for IPv4 the address itself, also where
 * it is mapped into IPv6.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const inner = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.["v4"];
  if (inner !== undefined) return inner;
  // `URL` writes each address in one canonical way, without zones.
  const { hostname } = new URL(`http://[${address.split("%")[0] ?? ""}]`);
  const [before = "", after] = hostname.slice(1, -1).split("::");
  const groups = (text = ""): readonly string[] => text.split(":").filter((group) => group !== "");
  const [first, last] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
