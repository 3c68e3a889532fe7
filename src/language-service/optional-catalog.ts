// A catalog that may fail: everything that needs no names still works.
import type { AbortSignalLike } from "./cancellation.ts";
import { askCatalog, type CatalogSource } from "./context.ts";

/**
 * The same catalog, but where it fails, names are not checked and everything else is. `onResult` is called with each failure,
 * and with `undefined` when the catalog can be read again, so that the user learns that names were not checked.
 */
export function catalogOrNone(
  source: CatalogSource | undefined,
  onResult: (failure: Error | undefined) => void,
): CatalogSource | undefined {
  if (source === undefined) return undefined;
  return async (names, signal) => {
    try {
      const catalog = await askCatalog(source, names, signal);
      onResult(undefined);
      return catalog;
    } catch (error) {
      if (!isAborted(signal)) onResult(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  };
}

/** An aborted call fails anyway; nothing is wrong with the catalog then. */
function isAborted(signal: AbortSignalLike | undefined): boolean {
  return signal?.aborted === true;
}
