// The command `mcp`.

import { readFile } from "node:fs/promises";
import { type Command, defineCommand } from "../define.ts";
import { UsageError } from "../failure.ts";

/** Serves an agent on standard input and output. */
export const mcp: Command = defineCommand({
  name: "mcp",
  help: "Serve an agent on standard input and output (MCP)",
  details: `For programs that start their tools themselves, such as desktop agents; others connect to URL/mcp. It needs no database: it calls the
service at URL with the key in the file, and offers what that key may do. It ends with its input.`,
  flags: {
    url: {
      type: "string",
      value: "URL",
      required: true,
      help: "Where the service is, as start and serve print it",
    },
    "key-file": {
      type: "string",
      value: "FILE",
      required: true,
      help: "The file with the key, such as the first-key of its data folder",
    },
    project: { type: "string", value: "ID", help: "The project, for the key of an organization" },
    review: { type: "boolean", help: "Offer the tools that review deltas as well, to a key that may write" },
  },
  options: ({ required, text, isSet }) => ({
    url: baseOf(required("url")),
    keyFile: required("key-file"),
    projectId: text("project"),
    isReview: isSet("review"),
  }),
  run: async ({ url, keyFile, projectId, isReview }) => {
    const key = (await readFile(keyFile, "utf8")).trim();
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError(`${keyFile} must have a key, and nothing else`);
    const { serveOnStdio } = await import("../../mcp/stdio.ts");
    const { Refused } = await import("../../mcp/refused.ts");
    try {
      await serveOnStdio({ url, key, projectId, isReview, report });
      return 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      report(new Error(JSON.stringify(error.shown)));
      return 1;
    }
  },
});

/** Standard output has messages of the protocol alone. */
function report(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

/** The address without the path of the protocol, which people copy from other programs. */
function baseOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#@]/.test(text))
    throw new UsageError(
      `--url must be the address of a service, as start and serve print it, not \`${text}\``,
    );
  return url.origin + url.pathname.replace(/\/(?:mcp\/?)?$/, "");
}
