// The catalog of a project: from one place or another, kept fresh.
import type { Catalog } from "../../semantics/catalog.ts";
import { complain } from "../connection/connect.ts";
import { type CatalogKeeper, keepCatalog, messageOf } from "./catalog-keeper.ts";
import type { ProjectParts } from "./project-parts.ts";
import { type Settings, section } from "./settings.ts";

/** The catalog of a project, if it has one. */
export interface ProjectCatalog {
  readonly current: () => Catalog | undefined;
  /** Reads the catalog of these settings, and no other any more. */
  readonly open: (settings: Settings) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Stops waiting for the catalog: another one is coming. */
  readonly giveUp: () => void;
  readonly close: () => void;
}

/** Makes the catalog of a folder: none, until settings say where it is. Calls back when there is another one than before. */
export function createProjectCatalog(
  folder: string | undefined,
  parts: ProjectParts,
  changed: () => void,
): ProjectCatalog {
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
