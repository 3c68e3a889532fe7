// The host a request is for. Proxies and servers that disagree on it can be tricked into answering with data for someone else.

import type { IncomingMessage } from "node:http";

/** `uri-host [ ":" port ]` of RFC 9112, with a host that is not empty. */
const syntax = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** Whether a request has what its version requires: one well-formed `Host`, which only HTTP/1.0 may leave out. */
export function namesItsHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const [host, ...others] = headersDistinct["host"] ?? [];
  if (host === undefined) return httpVersion === "1.0";
  return (httpVersion === "1.0" || httpVersion === "1.1") && others.length === 0 && syntax.test(host);
}
