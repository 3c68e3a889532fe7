// Whose address a request comes from, as far as limits can tell clients apart.

import { isIPv6 } from "node:net";

/**
 * What an address counts as: one of IPv6 as its network of 64 bits, because a client has all addresses of such a network; IPv4 as it is, also where
 * IPv6 contains it.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const inner = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.groups?.["v4"];
  if (inner !== undefined) return inner;
  // A URL has one way to write each address; zones are not part of it.
  const { hostname } = new URL(`http://[${address.split("%")[0] ?? ""}]`);
  const [before = "", after] = hostname.slice(1, -1).split("::");
  const groups = (text = ""): readonly string[] => text.split(":").filter((group) => group !== "");
  const [first, last] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
