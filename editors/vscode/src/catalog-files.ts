// Reads catalogs that the server cannot: in the browser it has no files, and those of a virtual workspace are known to the editor alone.

import { type Disposable, RelativePattern, Uri, type WorkspaceFolder, window, workspace } from "vscode";
import type { ConfigurationRequest } from "vscode-languageclient";

/** The catalogs that have been read, watched until it is disposed of. */
export interface CatalogFiles extends Disposable {
  /** Answers the server's question for settings: with the data of a catalog in place of its path, where that is needed. */
  readonly inSettings: ConfigurationRequest.MiddlewareSignature;
  /** Has them read again, for file systems that do not say what changes. */
  readonly reread: () => void;
}

/** Calls back when a catalog changes that was read. `schemes` are those of the files that the server reads itself. */
export function openCatalogFiles(schemes: readonly string[], changed: () => void): CatalogFiles {
  const watchers = new Map<string, Disposable>();
  const watch = (file: Uri): void => {
    const name = file.toString();
    if (watchers.has(name)) return;
    const pattern = new RelativePattern(Uri.joinPath(file, ".."), file.path.split("/").at(-1) ?? "");
    const watcher = workspace.createFileSystemWatcher(pattern);
    watcher.onDidCreate(changed);
    watcher.onDidChange(changed);
    watcher.onDidDelete(changed);
    watchers.set(name, watcher);
  };
  return {
    async inSettings({ items }, token, next) {
      const answers: unknown = await next({ items }, token);
      if (!Array.isArray(answers)) return [];
      return await Promise.all(
        answers.map(async (settings: unknown, index) => {
          const file = fileOf(settings, items[index]?.scopeUri);
          if (file === undefined || schemes.includes(file.scheme)) return settings;
          watch(file);
          return await withData(settings, file);
        }),
      );
    },
    reread() {
      if (watchers.size > 0) changed();
    },
    dispose() {
      for (const watcher of watchers.values()) watcher.dispose();
      watchers.clear();
    },
  };
}

/** The file that the settings of a folder name; a URL is fetched by the server. */
function fileOf(settings: unknown, scope: string | undefined): Uri | undefined {
  const location = isRecord(settings) ? settings["catalog"] : undefined;
  if (typeof location !== "string" || location === "" || /^https?:/iu.test(location)) return undefined;
  if (/^[a-z][a-z\d+.-]+:/iu.test(location)) return Uri.parse(location);
  const folder = folderOf(scope);
  if (folder === undefined) return undefined;
  return location.startsWith("/") ? folder.uri.with({ path: location }) : Uri.joinPath(folder.uri, location);
}

function folderOf(scope: string | undefined): WorkspaceFolder | undefined {
  const own = scope === undefined ? undefined : workspace.getWorkspaceFolder(Uri.parse(scope));
  return own ?? workspace.workspaceFolders?.[0];
}

/** The settings with what is in the file. If it cannot be read they have no catalog, and the user is notified. */
async function withData(settings: unknown, file: Uri): Promise<unknown> {
  const catalog = await read(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    // Not waited for: the message stays until somebody closes it.
    void window.showErrorMessage(`CQL: ${file.path} cannot be read, so names are not checked: ${reason}`);
  });
  return isRecord(settings) ? { ...settings, catalog } : settings;
}

async function read(file: Uri): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
