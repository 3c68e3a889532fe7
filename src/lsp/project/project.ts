// A folder of the workspace: its settings, its catalog, and the language service made of them.
import { createLanguageService, type LanguageService } from "../../language-service/service.ts";
import { showProblem } from "../connection/connect.ts";
import type { Host } from "../host/host.ts";
import { createLatestTask } from "./latest-task.ts";
import { createProjectCatalog, type ProjectCatalog } from "./project-catalog.ts";
import type { ProjectParts } from "./project-parts.ts";
import { readSettings, type Settings } from "./settings.ts";
import { type Answer, askSettings } from "./settings-request.ts";

/** A folder, or the texts that are in none. */
export interface Project {
  /**
   * Its service, with settings and catalog; if they take long, without them, and `changed` is called once they arrive.
   * `waitForAll` waits for all of them. Rejects when the call is aborted.
   */
  readonly service: (signal: AbortSignal | undefined, waitForAll?: boolean) => Promise<LanguageService>;
  /** The service made last, for requests that need the text alone. */
  readonly current: () => LanguageService;
  readonly settings: () => Settings;
  /** Reads the settings, and then the catalog, again. */
  readonly configure: () => void;
  /** Reads the catalog again. */
  readonly reload: () => Promise<void>;
  readonly close: () => void;
}

/** Makes the project of a folder, and begins to read its settings. */
export function createProject(folder: string | undefined, parts: ProjectParts): Project {
  const { host } = parts;
  const catalog = createProjectCatalog(folder, parts, () => {
    made.rebuild();
    parts.changed();
  });
  const made = createMaker(host, catalog);
  /** Whether the client has an answer that was made without settings or catalog. */
  let isAnswered = false;
  const task = createLatestTask(host, async ({ signal, answer, isLatest }) => {
    const onLateSettings = (settings: unknown): void => {
      if (isLatest()) again({ settings });
    };
    const { settings: asked } = answer ?? (await askSettings(folder, parts, signal, onLateSettings));
    if (isLatest()) {
      const { defaults, initializationOptions, pushed } = parts.given();
      const read = readSettings([defaults, initializationOptions, pushed, asked]);
      for (const problem of read.problems) showProblem(parts.connection, false, problem);
      made.use(read.settings);
      await catalog.open(read.settings);
    }
    if (!isLatest()) return;
    made.rebuild();
    if (isAnswered) parts.changed();
    isAnswered = false;
  });
  const again = (answer?: Answer): void => {
    isAnswered = true;
    catalog.stopWaiting();
    task.start(answer);
  };
  task.start();
  return {
    async service(signal, waitForAll = false) {
      if (!(await task.isDone(signal, waitForAll))) isAnswered = true;
      return made.service();
    },
    current: made.service,
    settings: made.settings,
    configure: () => again(),
    reload: catalog.reload,
    close() {
      task.stop();
      catalog.close();
    },
  };
}

/** The settings of a project, and the service that was last made of them. */
interface Maker {
  readonly service: () => LanguageService;
  readonly settings: () => Settings;
  readonly use: (settings: Settings) => void;
  readonly rebuild: () => void;
}

function createMaker(host: Host, catalog: ProjectCatalog): Maker {
  let { settings } = readSettings([]);
  const build = (): LanguageService =>
    createLanguageService({
      catalog: catalog.current(),
      now: settings.now ?? host.now,
      timeZone: settings.timeZone,
    });
  let service = build();
  return {
    service: () => service,
    settings: () => settings,
    use(given) {
      settings = given;
    },
    rebuild() {
      service = build();
    },
  };
}
