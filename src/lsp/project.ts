// The folders of the workspace: each has its own settings, its own catalog and a language service made of them.
import { type Connection, MessageType, ShowMessageNotification } from "vscode-languageserver";
import { unlessAborted } from "../language-service/cancellation.ts";
import { createLanguageService, type LanguageService } from "../language-service/service.ts";
import type { Catalog } from "../semantics/catalog.ts";
import type { Abilities } from "./abilities.ts";
import { type CatalogKeeper, keepCatalog, messageOf } from "./catalog-keeper.ts";
import { quietly } from "./connect.ts";
import type { Host } from "./host.ts";
import { readSettings, type Settings, section } from "./settings.ts";
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
  const names = createNames(folder, parts, () => {
    made.rebuild();
    parts.changed();
  });
  const made = createMaker(host, names);
  /** Whether somebody has an answer that was made without settings or names. */
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
      await names.open(read.settings);
    }
    if (!isLast()) return;
    made.rebuild();
    if (isAnswered) parts.changed();
    isAnswered = false;
  });
  const again = (answer?: Answer): void => {
    isAnswered = true;
    names.giveUp();
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
    reload: names.reload,
    close() {
      turns.end();
      names.close();
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

function createMaker(host: Host, names: Names): Maker {
  let { settings } = readSettings([]);
  const build = (): LanguageService =>
    createLanguageService({
      catalog: names.current(),
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

/** One of several attempts, of which only the last counts. */
interface Turn {
  /** Aborted when another one begins. */
  readonly giving: AbortSignal;
  /** What the client need not be asked, because it has said it at last. */
  readonly answer: Answer | undefined;
  readonly isLast: () => boolean;
}

/** What a client answers that is asked for settings. */
interface Answer {
  readonly settings: unknown;
}

interface Turns {
  readonly begin: (answer?: Answer) => void;
  /** Gives the last one up. */
  readonly end: () => void;
  /** Waits a moment for the last one, or as long as it takes, and tells whether it is over. Rejects when the call is given up. */
  readonly isOver: (signal: AbortSignal | undefined, isPatient: boolean) => Promise<boolean>;
}

function createTurns(host: Host, work: (turn: Turn) => Promise<void>): Turns {
  let last = new AbortController();
  let ready: Promise<void> = Promise.resolve();
  const over = async (): Promise<boolean> => {
    for (let awaited: unknown; awaited !== ready; ) {
      awaited = ready;
      await ready;
    }
    return true;
  };
  const next = (): AbortController => {
    const overtaken = last;
    last = new AbortController();
    overtaken.abort(new Error("overtaken"));
    return last;
  };
  return {
    begin(answer) {
      const own = next();
      // It says itself what goes wrong; the next turn has another chance.
      ready = work({ giving: own.signal, answer, isLast: () => own === last }).catch(() => undefined);
    },
    end: next,
    async isOver(signal, isPatient) {
      if (isPatient) return await unlessAborted(over, signal);
      let stop: () => void = () => undefined;
      const late = new Promise<boolean>((resolve) => {
        stop = host.later(soon, () => resolve(false));
      });
      return await unlessAborted(() => Promise.race([over(), late]), signal).finally(stop);
    },
  };
}

/** How long an answer waits for settings and names, in milliseconds. */
const soon = 300;

/** How long a client may take to say the settings, in milliseconds. */
const patience = 3_000;

/** The catalog of a project, from one place or another. */
interface Names {
  readonly current: () => Catalog | undefined;
  /** Reads the catalog of these settings, and no other any more. */
  readonly open: (settings: Settings) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Stops waiting for the catalog: another one is coming. */
  readonly giveUp: () => void;
  readonly close: () => void;
}

function createNames(folder: string | undefined, parts: ProjectParts, changed: () => void): Names {
  let keeper: CatalogKeeper | undefined;
  let stop: () => void = () => undefined;
  const complaining = (message: string): void =>
    complain(parts.connection, keeper?.current() === undefined, message);
  const close = (): void => {
    stop();
    stop = () => undefined;
    keeper?.close();
    keeper = undefined;
  };
  return {
    current: () => keeper?.current(),
    async open(settings) {
      if (settings.catalog === undefined) return close();
      let isRead = false;
      const events = { changed: () => isRead && changed(), failed: complaining };
      try {
        const opened = keepCatalog(parts.host, settings.catalog, folder, events);
        // Of the same place, the last good catalog stays.
        const kept = isSamePlace(keeper, opened) ? keeper : opened;
        if (kept === keeper) stop();
        else close();
        stop = keepFresh(parts, kept, settings);
        keeper = kept;
      } catch (error) {
        close();
        complaining(`${section}.catalog: ${messageOf(error)}; names are not judged`);
        return;
      }
      await keeper.reload();
      isRead = true;
    },
    reload: async () => await keeper?.reload(),
    giveUp: () => keeper?.close(),
    close,
  };
}

/** A client that refuses, or says nothing for long, has no settings; those that it says later are handed to `late`. */
async function askSettings(
  folder: string | undefined,
  { abilities, connection, host }: ProjectParts,
  giving: AbortSignal,
  late: (settings: unknown) => void,
): Promise<Answer> {
  const none = { settings: undefined };
  if (!abilities().configuration) return none;
  const scope = folder === undefined ? {} : { scopeUri: folder };
  let isLate = false;
  const ask = async (): Promise<Answer> => {
    const settings: unknown = await connection.workspace.getConfiguration({ ...scope, section });
    if (isLate) late(settings);
    return { settings };
  };
  let stop: () => void = () => undefined;
  const silence = new Promise<Answer>((resolve) => {
    stop = host.later(patience, () => {
      isLate = true;
      resolve(none);
    });
  });
  return await unlessAborted(() => Promise.race([ask(), silence]), giving)
    .catch(() => none)
    .finally(stop);
}

function isSamePlace(known: CatalogKeeper | undefined, other: CatalogKeeper): known is CatalogKeeper {
  return known?.place !== undefined && known.place.uri === other.place?.uri;
}

/** Reads the catalog again when its file changes, or from time to time where nobody says so. */
function keepFresh(
  { host, watch }: ProjectParts,
  { place, reload }: CatalogKeeper,
  { catalogRefreshMinutes }: Settings,
): () => void {
  if (place === undefined) return () => undefined;
  const again = (): void => {
    reload().catch(() => undefined);
  };
  if (place.uri.startsWith("file:")) return watch(place, again);
  if (catalogRefreshMinutes === 0) return () => undefined;
  let stop: () => void = () => undefined;
  const wait = (): void => {
    stop = host.later(catalogRefreshMinutes * 60_000, () => {
      again();
      wait();
    });
  };
  wait();
  return () => stop();
}

function complain(connection: Connection, isBad: boolean, problem: string): void {
  const type = isBad ? MessageType.Error : MessageType.Warning;
  const message = `slice-cql: ${problem}`;
  quietly(() => connection.sendNotification(ShowMessageNotification.type, { type, message }));
}
