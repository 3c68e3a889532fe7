// A folder of the workspace: its settings, its catalog, and the language service made of them.
import { createLanguageService, type LanguageService } from "../../language-service/service.ts";
import { complain } from "../connection/connect.ts";
import type { Host } from "../host/host.ts";
import { createProjectCatalog, type ProjectCatalog } from "./project-catalog.ts";
import type { ProjectParts } from "./project-parts.ts";
import { readSettings, type Settings } from "./settings.ts";
import { type Answer, askSettings } from "./settings-request.ts";
import { createTurns } from "./turns.ts";

/** A folder, or the texts that are in none. */
export interface Project {
  /**
   * Its service, with settings and catalog; without those of them that take long, which `changed` then follows. Rejects
   * when the call is given up. `isPatient` waits for all of them.
   */
  readonly service: (signal: AbortSignal | undefined, isPatient?: boolean) => Promise<LanguageService>;
  /** Its service as it is, for what needs the text alone. */
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
  /** Whether somebody has an answer that was made without settings or catalog. */
  let isAnswered = false;
  const turns = createTurns(host, async (turn) => {
    const { isLast } = turn;
    const late = (settings: unknown): void => {
      if (isLast()) again({ settings });
    };
    const { settings: asked } = turn.answer ?? (await askSettings(folder, parts, turn.giving, late));
    if (isLast()) {
      const read = readSettings([...parts.told(), asked]);
      for (const problem of read.problems) complain(parts.connection, false, problem);
      made.use(read.settings);
      await catalog.open(read.settings);
    }
    if (!isLast()) return;
    made.rebuild();
    if (isAnswered) parts.changed();
    isAnswered = false;
  });
  const again = (answer?: Answer): void => {
    isAnswered = true;
    catalog.giveUp();
    turns.begin(answer);
  };
  turns.begin();
  return {
    async service(signal, isPatient = false) {
      if (!(await turns.isOver(signal, isPatient))) isAnswered = true;
      return made.service();
    },
    current: made.service,
    settings: made.settings,
    configure: () => again(),
    reload: catalog.reload,
    close() {
      turns.end();
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
