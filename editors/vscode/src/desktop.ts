// The entry on the desktop: the server is a process of its own.

import { type ExtensionContext, Uri } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { displayName, id, start } from "./extension.ts";

export { deactivate } from "./extension.ts";

/** Called by the editor when the first query is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = Uri.joinPath(context.extensionUri, "dist", "server", "slice-cql-lsp.mjs").fsPath;
  const server = { module, transport: TransportKind.stdio };
  await start(context, ["file"], (options) => new LanguageClient(id, displayName, server, options));
}
