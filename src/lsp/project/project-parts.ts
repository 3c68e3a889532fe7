// What the projects of one server share.
import type { Connection } from "vscode-languageserver";
import type { ClientSupport } from "../client-capabilities.ts";
import type { Host } from "../host/host.ts";
import type { ServerSettings } from "../server-settings.ts";
import type { Watcher } from "./watcher.ts";

/** Settings that the server has without asking; each overrides those before it, and settings that are asked for override all. */
export interface GivenSettings {
  /** Those that the server was started with. */
  readonly defaults: ServerSettings | undefined;
  readonly initializationOptions: unknown;
  /** Those of the latest `workspace/didChangeConfiguration`. */
  readonly pushed: unknown;
}

/** What a project is made of. */
export interface ProjectParts {
  readonly connection: Connection;
  readonly host: Host;
  readonly clientCapabilities: () => ClientSupport;
  readonly watch: Watcher;
  readonly given: () => GivenSettings;
  /** Answers may be different from now on. */
  readonly changed: () => void;
}
