// A catalog that may fail: what needs no names is answered all the same.
import type { Cancellation } from "./cancellation.ts";
import { askCatalog, type CatalogSource } from "./context.ts";

/**
 * The same catalog, but where it fails names are not judged, and everything else is. `told` hears of each failure, and of
 * `undefined` when the catalog is there again, so that nobody takes a query for fine whose names were not looked at.
 */
export function optionalCatalog(
  source: CatalogSource | undefined,
  told: (failure: Error | undefined) => void,
): CatalogSource | undefined {
  if (source === undefined) return undefined;
  return async (names, signal) => {
    try {
      const catalog = await askCatalog(source, names, signal);
      told(undefined);
      return catalog;
    } catch (error) {
      if (!isGivenUp(signal)) told(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  };
}

/** What is given up fails by itself; nothing is wrong with the catalog then. */
function isGivenUp(signal: Cancellation | undefined): boolean {
  return signal?.aborted === true;
}
