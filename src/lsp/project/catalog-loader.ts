// Loads a catalog, and keeps the last good one when reading it again fails.
import { unlessAborted } from "../../language-service/cancellation.ts";
import { type Catalog, createCatalog } from "../../semantics/catalog.ts";
import type { CatalogLocation, Host } from "../host/host.ts";
import { type Settings, section } from "./settings.ts";

/** A catalog that can be read again. */
export interface CatalogLoader {
  /** Where it is, unless its data is a setting. */
  readonly place: CatalogLocation | undefined;
  /** The last good catalog, if there is any. */
  readonly current: () => Catalog | undefined;
  /** Reads it again; resolves when that is done, well or not. */
  readonly reload: () => Promise<void>;
  /** Stops waiting for it. No event follows. */
  readonly close: () => void;
}

/** What a loader reports. */
export interface CatalogEvents {
  /** The catalog has changed. */
  readonly changed: () => void;
  /** It could not be read. Reported once for each reason, not at every attempt. */
  readonly failed: (message: string) => void;
}

/** Loads the catalog of the settings. Throws if its place is not a valid one. */
export function createCatalogLoader(
  host: Host,
  catalog: NonNullable<Settings["catalog"]>,
  folder: string | undefined,
  events: CatalogEvents,
): CatalogLoader {
  return typeof catalog === "string"
    ? loadFile(host, host.locate(catalog, folder), events)
    : loadData(catalog, events);
}

function loadFile(host: Host, place: CatalogLocation, events: CatalogEvents): CatalogLoader {
  let catalog: Catalog | undefined;
  let goodText: string | undefined;
  let reported: string | undefined;
  let reading = new AbortController();
  let latest: Promise<void> = Promise.resolve();

  const take = (text: string): void => {
    if (text !== goodText) {
      catalog = catalogOf(text, place.shown);
      goodText = text;
      events.changed();
    }
    reported = undefined;
  };
  const fail = (error: unknown): void => {
    const message = `${messageOf(error)}; ${consequence(catalog)}`;
    if (message !== reported) events.failed(message);
    reported = message;
  };
  const attempt = async (own: AbortController): Promise<void> => {
    try {
      const text = await readText(host, place, own);
      if (own === reading) take(text);
    } catch (error) {
      if (own === reading) fail(error);
    }
    // Overtaken: only the later attempt counts.
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
      const aborted = reading;
      reading = new AbortController();
      latest = Promise.resolve();
      aborted.abort(new Error("closed"));
    },
  };
}

function consequence(catalog: Catalog | undefined): string {
  return catalog === undefined ? "names are not checked" : "the last good catalog is kept";
}

function loadData(data: Readonly<Record<string, unknown>>, events: CatalogEvents): CatalogLoader {
  let catalog: Catalog | undefined;
  return {
    place: undefined,
    current: () => catalog,
    async reload() {
      try {
        catalog = create(data, `${section}.catalog`);
      } catch (error) {
        events.failed(`${messageOf(error)}; names are not checked`);
      }
    },
    close: () => undefined,
  };
}

/** How long reading may take, in milliseconds. */
const readTimeout = 10_000;

async function readText(host: Host, place: CatalogLocation, controller: AbortController): Promise<string> {
  const stop = host.later(readTimeout, () => controller.abort(new Error("no response within 10 seconds")));
  try {
    return await unlessAborted(() => host.read(place, controller.signal), controller.signal);
  } catch (error) {
    throw new Error(`the catalog ${place.shown} cannot be read: ${messageOf(error)}`, { cause: error });
  } finally {
    stop();
  }
}

function catalogOf(text: string, name: string): Catalog {
  let data: unknown;
  try {
    // Editors on Windows write a byte order mark, which is not JSON.
    data = JSON.parse(text.replace(/^\ufeff/u, ""));
  } catch (error) {
    throw new Error(`the catalog ${name} is not JSON: ${messageOf(error)}`, { cause: error });
  }
  return create(data, name);
}

/** A value that is not an object is refused as a list is. */
function create(data: unknown, name: string): Catalog {
  try {
    return createCatalog(typeof data === "object" && data !== null ? data : []);
  } catch (error) {
    throw new Error(`${name} is not a catalog: ${messageOf(error)}`, { cause: error });
  }
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
