// The request that fills a screen, to copy into a terminal.

import type { JSX } from "preact";
import { useSession } from "../session.ts";
import { Copy } from "./copy.tsx";

/** A request to the service. */
export interface Request {
  readonly method?: "DELETE" | "GET" | "PATCH" | "POST";
  /** The path, with everything in it encoded; `$NAME` stands for a variable of the shell. */
  readonly path: string;
  /** What is sent; a function if that depends on when. */
  readonly body?: object | (() => object) | undefined;
  /** The variable that gets the ID of what was made, for the requests after it. */
  readonly into?: string;
}

/** A button that copies requests as curl commands; the key is `$KEY`. */
export function CopyCurl({
  first,
  ...request
}: Request & {
  /** What is sent before it. */
  readonly first?: Request;
}): JSX.Element {
  const project = useSession()?.project;
  const text = () =>
    [...(first === undefined ? [] : [first]), request].map((each) => commandOf(each, project)).join("\n");
  return (
    <Copy class="quiet curl" text={text}>
      Copy as curl
    </Copy>
  );
}

/** A curl command. Quotes in what is sent cannot end the argument that it is. */
function commandOf({ method = "GET", path, body, into }: Request, project: string | undefined): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const [fixed = "", ...variables] = path.split(/(\$[A-Z]+)/);
  const address =
    quoted(location.origin + fixed) +
    variables.map((part) => (part.startsWith("$") ? `"${part}"` : quoted(part))).join("");
  const command = [
    `curl -s ${address}`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $KEY"`,
    ...(project === undefined ? [] : [`-H ${quoted(`X-Service-Project: ${project}`)}`]),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(typeof body === "function" ? body() : body))}`,
        ]),
  ].join(" \\\n  ");
  if (into === undefined) return command;
  return `${into}=$(${command} | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')`;
}
