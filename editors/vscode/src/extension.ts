// What the extension does on the desktop and in the browser alike: it keeps one client of the language server, and has three commands.

import { commands, type ExtensionContext, Uri, window, workspace } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { type CatalogFiles, openCatalogFiles } from "./catalog-files.ts";
import { showCatalogStatus } from "./catalog-status.ts";

/** The name of the settings; the client reads `sliceCql.trace.server` by it. */
export const id = "sliceCql";

/** What people choose the log of the server by. */
export const displayName = "CQL";

/** Makes the client of a server: a process on the desktop, a worker in the browser. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

/** Starts the server and keeps it until the extension is deactivated. `schemes` are those of the files that the server reads itself. */
export async function start(
  context: ExtensionContext,
  schemes: readonly string[],
  createClient: CreateClient,
): Promise<void> {
  const files: CatalogFiles = openCatalogFiles(schemes, () => {
    // The server asks for the settings again, and so for the catalog.
    client.sendNotification("workspace/didChangeConfiguration", { settings: null }).catch(() => undefined);
  });
  const client = createClient({
    // Whatever the scheme: a query that is not saved yet, or in a repository that is not on this machine, is one too.
    documentSelector: [{ language: "slice-cql" }],
    // The page of this version; the setting `sliceCql.docsUrl` goes before it.
    initializationOptions: {
      docsUrl: Uri.joinPath(context.extensionUri, "docs", "diagnostics.md").toString(),
    },
    middleware: {
      workspace: { configuration: files.inSettings },
      async executeCommand(command, args, next): Promise<unknown> {
        if (command === "sliceCql.reloadCatalog") files.reread();
        const answer: unknown = await next(command, args);
        return answer;
      },
    },
  });
  context.subscriptions.push(
    files,
    showCatalogStatus(),
    commands.registerCommand("sliceCql.newFile", async () => {
      const content = "# One query a paragraph\ntype:Person\n";
      await window.showTextDocument(await workspace.openTextDocument({ language: "slice-cql", content }));
    }),
    commands.registerCommand("sliceCql.fixAll", () => commands.executeCommand("editor.action.fixAll")),
    commands.registerCommand("sliceCql.restart", async () => {
      await stop(client);
      await client.start();
    }),
  );
  running = client;
  await client.start();
}

/** Ends the server. */
export async function deactivate(): Promise<void> {
  const client = running;
  running = undefined;
  if (client !== undefined) await stop(client);
}

let running: BaseLanguageClient | undefined;

/** A client that did not start, or whose server has ended, has nothing to stop. */
async function stop(client: BaseLanguageClient): Promise<void> {
  if (client.needsStop()) await client.stop();
}
