// Follows settings and folders that change while the server runs, and answers the command to read the catalogs again.
import { DidChangeConfigurationNotification, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";
import { reloadCommand } from "../capabilities.ts";
import type { ServerContext } from "../server-context.ts";
import { section } from "./settings.ts";

/** Follows the changes; `keep` receives the settings that the client pushes. */
export function registerSettings(
  { connection, clientCapabilities, workspace }: ServerContext,
  keep: (pushed: unknown) => void,
): void {
  connection.onInitialized(() => {
    const { registersConfiguration, changesFolders } = clientCapabilities();
    if (registersConfiguration)
      connection.client.register(DidChangeConfigurationNotification.type, { section }).catch(() => undefined);
    if (changesFolders) connection.workspace.onDidChangeWorkspaceFolders(workspace.changeFolders);
  });
  connection.onDidChangeConfiguration((params) => {
    const settings: unknown = params.settings;
    // A client whose settings are pulled sends none here.
    if (isRecord(settings)) keep(settings);
    for (const project of workspace.projects()) project.configure();
  });
  connection.onExecuteCommand(async ({ command }) => {
    if (command !== reloadCommand)
      throw new ResponseError(LSPErrorCodes.RequestFailed, `unknown command ${command}`);
    await Promise.all(workspace.projects().map((project) => project.reload()));
    return null;
  });
}
