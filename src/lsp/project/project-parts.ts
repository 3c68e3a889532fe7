// What the projects of one server share.
import type { Connection } from "vscode-languageserver";
import type { Abilities } from "../abilities.ts";
import type { Host } from "../host/host.ts";
import type { Watcher } from "./watcher.ts";

/** What a project is made of. */
export interface ProjectParts {
  readonly connection: Connection;
  readonly host: Host;
  readonly abilities: () => Abilities;
  readonly watch: Watcher;
  /** What the client said of settings unasked, the latest last. */
  readonly told: () => readonly unknown[];
  /** Answers may be different from now on. */
  readonly changed: () => void;
}
