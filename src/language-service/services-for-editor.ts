// The two services of an editor adapter: where the catalog fails, both answer without names, and one remembers why.
import type { LanguageServiceOptions } from "./context.ts";
import { catalogOrNone } from "./optional-catalog.ts";
import { createLanguageService, type LanguageService } from "./service.ts";

/** The services of an editor. */
export interface ServicesForEditor {
  readonly service: LanguageService;
  /** For diagnostics alone: a hover that has its catalog must not clear their failure. */
  readonly diagnosticsService: LanguageService;
  /** Why the last catalog of `diagnosticsService` could not be read. */
  readonly failure: () => Error | undefined;
}

/** Makes the services, or takes the one of the options for both. */
export function servicesForEditor(
  options: LanguageServiceOptions & { readonly service?: LanguageService | undefined },
): ServicesForEditor {
  let failure: Error | undefined;
  const create = (onResult: (failed: Error | undefined) => void): LanguageService =>
    options.service ??
    createLanguageService({ ...options, catalog: catalogOrNone(options.catalog, onResult) });
  return {
    service: create(() => undefined),
    diagnosticsService: create((failed) => {
      failure = failed;
    }),
    failure: () => failure,
  };
}
