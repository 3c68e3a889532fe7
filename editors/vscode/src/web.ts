// The entry in the browser: the server is a worker.

import { type ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { displayName, id, start } from "./extension.ts";

export { deactivate } from "./extension.ts";

/** Called by the editor when the first query is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const script = Uri.joinPath(context.extensionUri, "dist", "server", "worker.js").toString(true);
  let worker: Worker | undefined;
  const endWorker = (): void => worker?.terminate();
  context.subscriptions.push({ dispose: endWorker });
  // Each start has a worker of its own: one whose server has been shut down answers no more.
  const server = async (): Promise<Worker> => {
    endWorker();
    worker = new Worker(script, { name: `${displayName} language server` });
    return worker;
  };
  await start(context, [], (options) => new LanguageClient(id, displayName, server, options));
}
