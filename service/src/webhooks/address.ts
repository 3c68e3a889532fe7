// Finds the address that a webhook is sent to, once, and refuses those that are not of the public internet.

import { lookup, Resolver } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** An address, and whether it is one of IPv4 or of IPv6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** As the machine does it, with its file of hosts. It holds a thread, of which the process has few: for names of the operator. */
export const resolveByMachine: Resolve = async (hostname) => await lookup(hostname, { all: true });

/** Maximum milliseconds for the first answer of a name server, and how often it is asked. */
const [timeout, tries] = [2000, 2];

/** Asks name servers, by default those of the machine, and holds no thread: for names that others choose, whose servers may be slow. */
export function resolveByServers(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout, tries });
    if (servers !== undefined) resolver.setServers(servers);
    const [four, six] = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    // Most names have addresses of one kind only.
    const found = await Promise.allSettled([four, six]);
    const addresses = found.map((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.every(({ length }) => length === 0)) await four;
    return addresses.flatMap((each, at) => each.map((address) => ({ address, family: at === 0 ? 4 : 6 })));
  };
}

/** Networks of IPv4 that are not of the public internet, by the registry of special-purpose addresses. */
const special = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** What of the global unicast of IPv6 is not: tunnels, which lead to an address of IPv4, and documentation. */
const specialOfGlobal = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const refused = new BlockList();
for (const [network, bits] of special) refused.addSubnet(network, bits, "ipv4");
for (const [network, bits] of specialOfGlobal) refused.addSubnet(network, bits, "ipv6");
/** Outside of it IPv6 has only what is local, mapped or not assigned. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !refused.check(address, "ipv6");
}

/** Thrown for a host that must not be called, or that has no address. The message continues after its name, and has no address. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/** The address of a host. Throws an {@link AddressError} unless it is public, or may be any: a name with one address that is not has none. */
export async function addressOf(hostname: string, mayBeAny: boolean, resolve: Resolve): Promise<Address> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(literal);
  const found = family === 0 ? await resolved(hostname, resolve) : [{ address: literal, family }];
  const [first] = found;
  if (first === undefined) throw new AddressError("has no address");
  if (!mayBeAny && !found.every(({ address }) => isPublic(address)))
    throw new AddressError("has an address that is not public");
  return first;
}

async function resolved(hostname: string, resolve: Resolve): Promise<readonly Address[]> {
  try {
    return await resolve(hostname);
  } catch {
    throw new AddressError("has no address that could be found");
  }
}

/** Answers each question for an address with one that was checked, so that no second answer of the DNS is connected to. */
export function always({ address, family }: Address): LookupFunction {
  return (_hostname, { all }, done) => {
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}
