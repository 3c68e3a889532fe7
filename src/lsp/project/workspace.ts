// The projects of a workspace, by the folders that the client has open.
import type { WorkspaceFoldersChangeEvent } from "vscode-languageserver";
import { isRecord } from "../../data/guards.ts";
import { createProject, type Project } from "./project.ts";
import type { ProjectParts } from "./project-parts.ts";

/** The projects of a workspace. */
export interface Workspace {
  /** The project that a text belongs to: that of the innermost folder around it. */
  readonly projectOf: (uri: string) => Project;
  /** The projects requested so far. */
  readonly projects: () => readonly Project[];
  readonly setFolders: (folders: readonly unknown[]) => void;
  readonly changeFolders: (event: WorkspaceFoldersChangeEvent) => void;
  readonly close: () => void;
}

/** Makes a workspace without folders. A project is created on first use. */
export function createWorkspace(parts: ProjectParts): Workspace {
  let folders: readonly string[] = [];
  let isClosed = false;
  const projects = new Map<string | undefined, Project>();
  const forget = (folder: string | undefined): void => {
    projects.get(folder)?.close();
    projects.delete(folder);
  };
  return {
    projectOf(uri) {
      const folder = innermost(folders, uri);
      const known = projects.get(folder);
      if (known !== undefined) return known;
      const project = createProject(folder, parts);
      projects.set(folder, project);
      if (isClosed) project.close();
      return project;
    },
    projects: () => [...projects.values()],
    setFolders(given) {
      folders = addressesOf(given);
    },
    changeFolders({ added, removed }) {
      const closed = new Set(addressesOf(removed));
      folders = [...folders.filter((folder) => !closed.has(folder)), ...addressesOf(added)];
      for (const folder of closed) forget(folder);
      parts.changed();
    },
    close() {
      isClosed = true;
      for (const folder of projects.keys()) forget(folder);
    },
  };
}

/** The protocol's folders, and nothing else that a client may send. */
function addressesOf(folders: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(folders) ? folders : [];
  const addresses = all.map((folder) => (isRecord(folder) ? folder["uri"] : undefined));
  return addresses.filter((uri) => typeof uri === "string");
}

/** A text in no folder is treated as one of the first, such as a new file that is not saved yet. */
function innermost(folders: readonly string[], uri: string): string | undefined {
  const around = folders.filter((folder) => uri.startsWith(folder.replace(/\/?$/u, "/")));
  return around.toSorted((a, b) => b.length - a.length)[0] ?? folders[0];
}
