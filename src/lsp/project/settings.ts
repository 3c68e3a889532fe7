// The settings of the server, read from what the client says, whatever that is.
import { isRecord } from "../../data/guards.ts";
import { isDate } from "../../semantics/timestamp.ts";
import { show } from "../../text/show.ts";

/** The name of the section that the settings are in. */
export const section = "sliceCql" as const;

/** Settings as they are used. */
export interface Settings {
  /** Where the catalog is, or its data; without it names are not checked. */
  readonly catalog: string | Readonly<Record<string, unknown>> | undefined;
  /** How often a catalog from a URL is fetched again; 0 for never. */
  readonly catalogRefreshMinutes: number;
  /** The evaluation time, in milliseconds since 1970; the clock by default. */
  readonly now: number | undefined;
  /** The reader's time zone; that of the machine by default. */
  readonly timeZone: string | undefined;
  /** The page that explains the diagnostics. */
  readonly docsUrl: string | undefined;
}

/** Settings, and the errors of rejected ones. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Reads settings from several places; a later one wins, member by member. */
export function readSettings(layers: readonly unknown[]): ReadSettings {
  const problems: string[] = [];
  const take = <Value>(name: keyof Settings, reader: Reader<Value>): Value | undefined => {
    const given = layers.map((layer) => memberOf(layer, name)).findLast((each) => each !== undefined);
    const value = given === undefined ? undefined : reader.read(given);
    if (given !== undefined && value === undefined)
      problems.push(`${section}.${name} must be ${reader.what}, not ${show(JSON.stringify(given) ?? "")}`);
    return value;
  };
  const settings = {
    catalog: take("catalog", catalogReader),
    catalogRefreshMinutes: take("catalogRefreshMinutes", minutesReader) ?? defaultRefreshMinutes,
    now: take("now", instantReader),
    timeZone: take("timeZone", zoneReader),
    docsUrl: take("docsUrl", urlReader),
  };
  return { settings, problems };
}

const defaultRefreshMinutes = 5;
/** A week; timers support at most 24 days. */
const maxWaitMs = 10_080;

/** Editors send `null` or an empty text for what is not set. */
function memberOf(layer: unknown, name: string): unknown {
  if (!isRecord(layer)) return undefined;
  const own = isRecord(layer[section]) ? layer[section] : layer;
  const value = own[name];
  return value === null || value === "" ? undefined : value;
}

interface Reader<Value> {
  readonly what: string;
  readonly read: (value: unknown) => Value | undefined;
}

const catalogReader: Reader<NonNullable<Settings["catalog"]>> = {
  what: "the path or URL of a JSON file, or its data",
  read: (value) => (typeof value === "string" || isRecord(value) ? value : undefined),
};

const minutesReader: Reader<number> = {
  what: "a number of minutes, at most 10080 (a week), or 0 for never",
  read: (value) => (typeof value === "number" && value >= 0 && value <= maxWaitMs ? value : undefined),
};

const instantReader: Reader<number> = {
  what: "an instant such as 2026-11-20T12:00:00Z",
  read: (value) => (typeof value === "string" && isDate(value) ? Date.parse(value) : undefined),
};

const zoneReader: Reader<string> = {
  what: "the IANA name of a time zone, such as Europe/Berlin",
  read(value) {
    if (typeof value !== "string") return undefined;
    try {
      return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
};

const urlReader: Reader<string> = {
  what: "an absolute URL",
  read: (value) => (typeof value === "string" && URL.canParse(value) ? value : undefined),
};
