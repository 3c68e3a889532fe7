// The options of `serve`.

import type { LogLevel } from "../http/log.ts";
import type { Where } from "./database.ts";
import type { Settings } from "./settings.ts";

/** The options of a server. */
export interface ServeOptions extends Settings {
  readonly where: Where;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Whether this process runs loops, too. */
  readonly hasWorker: boolean;
}

/** The defaults of the flags. */
export const defaults: Pick<ServeOptions, "host" | "port" | "logLevel"> = {
  host: "127.0.0.1",
  port: 7420,
  logLevel: "info",
};
