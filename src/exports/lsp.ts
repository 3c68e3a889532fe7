// The entry `slice-cql/lsp`: the language server on Node.js. Run as a program, it serves over standard input and output.

export { startServer } from "../lsp/node.ts";
export type { ServerStreams } from "../lsp/server-streams.ts";
