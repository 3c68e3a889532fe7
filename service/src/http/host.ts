// The host that a request names, and the address of the service for its caller.

import type { FastifyRequest } from "fastify";

/** `uri-host [ ":" port ]` of RFC 9112, with a host that is not empty. */
const hostSyntax = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** Whether a text is a well-formed host, with or without a port. */
export function isHost(text: string): boolean {
  return hostSyntax.test(text);
}

/**
 * Where links to this service begin, as its caller reaches it: the scheme and the host of the request, or those that a trusted proxy forwards.
 * Undefined for a request of HTTP/1.0 without a host.
 */
export function baseUrlOf({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">): string | undefined {
  if (!isHost(host)) return undefined;
  return `${protocol === "https" ? "https" : "http"}://${host}`;
}

/** The name in a host, without the port. */
export function nameOf(host: string): string {
  return host.replace(/:\d*$/, "");
}

/** Whether a name is that of the machine itself: no other machine answers to it. */
export function isLocalName(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
