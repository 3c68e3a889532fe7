// Reads a catalog and keeps the last good one, whatever becomes of its file.
import { unlessAborted } from "../../language-service/cancellation.ts";
import { type Catalog, createCatalog } from "../../semantics/catalog.ts";
import type { Host, Place } from "../host/host.ts";
import { type Settings, section } from "./settings.ts";

/** A catalog that can be read again. */
export interface CatalogKeeper {
  /** Where it is, unless its data is a setting. */
  readonly place: Place | undefined;
  /** The last good catalog, if there is any. */
  readonly current: () => Catalog | undefined;
  /** Reads it again; resolves when that is done, well or not. */
  readonly reload: () => Promise<void>;
  /** Stops waiting for it. Nothing is said from then on. */
  readonly close: () => void;
}

/** What a keeper says. */
export interface CatalogEvents {
  /** There is another catalog than before. */
  readonly changed: () => void;
  /** It could not be read. Said once for each reason, not at every attempt. */
  readonly failed: (message: string) => void;
}

/** Keeps the catalog that the settings say. Throws if its place cannot be one. */
export function keepCatalog(
  host: Host,
  catalog: NonNullable<Settings["catalog"]>,
  folder: string | undefined,
  events: CatalogEvents,
): CatalogKeeper {
  return typeof catalog === "string"
    ? keepFile(host, host.locate(catalog, folder), events)
    : keepData(catalog, events);
}

function keepFile(host: Host, place: Place, events: CatalogEvents): CatalogKeeper {
  let catalog: Catalog | undefined;
  let goodText: string | undefined;
  let told: string | undefined;
  let reading = new AbortController();
  let latest: Promise<void> = Promise.resolve();

  const take = (text: string): void => {
    if (text !== goodText) {
      catalog = catalogOf(text, place.shown);
      goodText = text;
      events.changed();
    }
    told = undefined;
  };
  const fail = (error: unknown): void => {
    const message = `${messageOf(error)}; ${consequence(catalog)}`;
    if (message !== told) events.failed(message);
    told = message;
  };
  const attempt = async (own: AbortController): Promise<void> => {
    try {
      const text = await readText(host, place, own);
      if (own === reading) take(text);
    } catch (error) {
      if (own === reading) fail(error);
    }
    // Overtaken: what counts is the later attempt.
    if (own !== reading) await latest;
  };
  return {
    place,
    current: () => catalog,
    reload() {
      const overtaken = reading;
      reading = new AbortController();
      latest = attempt(reading);
      overtaken.abort(new Error("overtaken"));
      return latest;
    },
    close() {
      const given = reading;
      reading = new AbortController();
      latest = Promise.resolve();
      given.abort(new Error("closed"));
    },
  };
}

function consequence(catalog: Catalog | undefined): string {
  return catalog === undefined ? "names are not judged" : "the last good catalog is kept";
}

function keepData(data: Readonly<Record<string, unknown>>, events: CatalogEvents): CatalogKeeper {
  let catalog: Catalog | undefined;
  return {
    place: undefined,
    current: () => catalog,
    async reload() {
      try {
        catalog = create(data, `${section}.catalog`);
      } catch (error) {
        events.failed(`${messageOf(error)}; names are not judged`);
      }
    },
    close: () => undefined,
  };
}

/** How long an answer is waited for, in milliseconds. */
const patience = 10_000;

async function readText(host: Host, place: Place, giving: AbortController): Promise<string> {
  const stop = host.later(patience, () => giving.abort(new Error("no answer came in 10 seconds")));
  try {
    return await unlessAborted(() => host.read(place, giving.signal), giving.signal);
  } catch (error) {
    throw new Error(`the catalog ${place.shown} cannot be read: ${messageOf(error)}`, { cause: error });
  } finally {
    stop();
  }
}

function catalogOf(text: string, name: string): Catalog {
  let data: unknown;
  try {
    // Editors on Windows write a byte order mark, which is no JSON.
    data = JSON.parse(text.replace(/^\ufeff/u, ""));
  } catch (error) {
    throw new Error(`the catalog ${name} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  return create(data, name);
}

/** What is no object is refused as a list is. */
function create(data: unknown, name: string): Catalog {
  try {
    return createCatalog(typeof data === "object" && data !== null ? data : []);
  } catch (error) {
    throw new Error(`${name} is not a catalog: ${messageOf(error)}`, { cause: error });
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
