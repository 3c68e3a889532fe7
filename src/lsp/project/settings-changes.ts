// Hears of settings and folders that change while the server runs, and of the command to read the catalogs again.
import { DidChangeConfigurationNotification, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";
import { reloadCommand } from "../capabilities.ts";
import type { World } from "../world.ts";
import { section } from "./settings.ts";

/** Keeps the settings that the client sends in `told`, behind the defaults and the options that it started the server with. */
export function registerSettings({ connection, abilities, workspace }: World, told: unknown[]): void {
  connection.onInitialized(() => {
    const { registersConfiguration, changesFolders } = abilities();
    if (registersConfiguration)
      connection.client.register(DidChangeConfigurationNotification.type, { section }).catch(() => undefined);
    if (changesFolders) connection.workspace.onDidChangeWorkspaceFolders(workspace.changeFolders);
  });
  connection.onDidChangeConfiguration((params) => {
    const settings: unknown = params.settings;
    // A client that is asked for the settings sends none here.
    if (isRecord(settings)) told[2] = settings;
    for (const project of workspace.projects()) project.configure();
  });
  connection.onExecuteCommand(async ({ command }) => {
    if (command !== reloadCommand)
      throw new ResponseError(LSPErrorCodes.RequestFailed, `there is no command ${command}`);
    await Promise.all(workspace.projects().map((project) => project.reload()));
    return null;
  });
}
