/**
 * The language server on Node.js. Run as a program, it serves over standard input and output.
 *
 * @module slice-cql/lsp
 */

export { startServer } from "../lsp/node.ts";
export type { ServerSettings } from "../lsp/server-settings.ts";
export type { ServerStreams } from "../lsp/server-streams.ts";
