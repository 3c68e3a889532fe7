// The catalog of a project: from one place or another, kept fresh.
import type { Catalog } from "../../semantics/catalog.ts";
import { showProblem } from "../connection/connect.ts";
import { type CatalogLoader, createCatalogLoader, messageOf } from "./catalog-loader.ts";
import type { ProjectParts } from "./project-parts.ts";
import { type Settings, section } from "./settings.ts";

/** The catalog of a project, if it has one. */
export interface ProjectCatalog {
  readonly current: () => Catalog | undefined;
  /** Reads the catalog of these settings, and forgets any other. */
  readonly open: (settings: Settings) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Stops waiting for the catalog: another one is coming. */
  readonly stopWaiting: () => void;
  readonly close: () => void;
}

/** Makes the catalog of a folder: none, until settings name it. Calls back when it changes. */
export function createProjectCatalog(
  folder: string | undefined,
  parts: ProjectParts,
  changed: () => void,
): ProjectCatalog {
  let loader: CatalogLoader | undefined;
  let stop: () => void = () => undefined;
  const report = (message: string): void =>
    showProblem(parts.connection, loader?.current() === undefined, message);
  const close = (): void => {
    stop();
    stop = () => undefined;
    loader?.close();
    loader = undefined;
  };
  return {
    current: () => loader?.current(),
    async open(settings) {
      if (settings.catalog === undefined) return close();
      let isRead = false;
      const events = { changed: () => isRead && changed(), failed: report };
      try {
        const opened = createCatalogLoader(parts.host, settings.catalog, folder, events);
        // Of the same place, the last good catalog stays.
        const kept = isSamePlace(loader, opened) ? loader : opened;
        if (kept === loader) stop();
        else close();
        stop = keepFresh(parts, kept, settings);
        loader = kept;
      } catch (error) {
        close();
        report(`${section}.catalog: ${messageOf(error)}; names are not checked`);
        return;
      }
      await loader.reload();
      isRead = true;
    },
    reload: async () => await loader?.reload(),
    stopWaiting: () => loader?.close(),
    close,
  };
}

function isSamePlace(known: CatalogLoader | undefined, other: CatalogLoader): known is CatalogLoader {
  return known?.place !== undefined && known.place.uri === other.place?.uri;
}

/** Reads the catalog again when its file changes, or from time to time where changes are not reported. */
function keepFresh(
  { host, watch }: ProjectParts,
  { place, reload }: CatalogLoader,
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
