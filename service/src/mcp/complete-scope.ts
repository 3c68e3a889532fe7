// Completes a scope while it is written: types, shapes and sources.

import { applyEdits, createCatalog } from "slice-cql";
import { createLanguageService } from "slice-cql/language-service";
import type { Names } from "./names.ts";

/** The scopes that the text may become, the best first: with names that the key sees. */
export async function completeScope(names: Names, text: string): Promise<readonly string[]> {
  const service = createLanguageService({ catalog: createCatalog(await names.catalog()) });
  const items = await service.complete(text, text.length);
  const named = await Promise.all(
    items.map(async ({ edit, kind, continues }) => {
      const written = applyEdits(text, [edit]);
      if (continues !== true) return kind === "date" ? [] : [written];
      // A qualifier alone is no scope: what can follow it is.
      const next = await service.complete(written, written.length);
      return next.filter((item) => item.kind !== "date").map((item) => applyEdits(written, [item.edit]));
    }),
  );
  return [...new Set(named.flat())];
}
