// CQL in Monaco, by one call.
import type { IDisposable } from "monaco-editor";
import type { LanguageServiceOptions } from "../language-service/context.ts";
import type { LanguageService } from "../language-service/service.ts";
import { servicesForEditor } from "../language-service/services-for-editor.ts";
import { configuration, tokenizer } from "./language.ts";
import { followModels } from "./markers.ts";
import type { Monaco } from "./namespace.ts";
import { createOpenLists } from "./open-lists.ts";
import { registerProviders } from "./providers.ts";

/**
 * Options of {@link registerSliceCql}.
 *
 * @example
 * ```ts
 * const options: SliceCqlMonacoOptions = { catalog, docsUrl: "https://example.com/slice-cql/diagnostics" };
 * ```
 */
export interface SliceCqlMonacoOptions extends LanguageServiceOptions {
  /** A service made before, in place of one made of the options. */
  readonly service?: LanguageService | undefined;
  /** Where the page of codes is; a marker's code then links to `docsUrl#code`. Without it there are no links. */
  readonly docsUrl?: string | undefined;
}

/**
 * The language in one Monaco, until it is disposed of.
 *
 * @example
 * ```ts
 * const registration: SliceCqlRegistration = registerSliceCql(monaco, { catalog: () => current });
 * registration.refresh(); // after current has changed
 * ```
 */
export interface SliceCqlRegistration extends IDisposable {
  /** Brings markers and inline dates up to date, after the catalog or the evaluation time has changed. */
  readonly refresh: () => void;
}

/**
 * Registers the language `slice-cql` with everything the language service can do.
 *
 * @param monaco - The namespace of the package `monaco-editor`, or of its loader.
 * @param options - The catalog, the evaluation time, links to the documentation.
 * @returns A disposable that reverts it all.
 * @example
 * ```ts
 * registerSliceCql(monaco, { catalog });
 * monaco.editor.create(element, { value: "type:Person", language: "slice-cql" });
 * ```
 */
export function registerSliceCql(monaco: Monaco, options: SliceCqlMonacoOptions = {}): SliceCqlRegistration {
  const { docsUrl } = options;
  const { service, diagnosticsService, failure } = servicesForEditor(options);
  const { languages } = monaco;
  languages.register({ id: languageId, extensions: [".slice-cql"], aliases: ["Slice CQL"] });
  const changed = new monaco.Emitter<void>();
  const lists = createOpenLists(monaco);
  const followed = { languageId, service: diagnosticsService, docsUrl, failure, lists };
  const markers = followModels(monaco, followed);
  const parts: readonly IDisposable[] = [
    languages.setLanguageConfiguration(languageId, configuration),
    languages.setMonarchTokensProvider(languageId, tokenizer),
    ...registerProviders(monaco, { languageId, service, docsUrl, onDidChange: changed.event, lists }),
    markers,
    lists,
    lists.onDidChange(() => changed.fire()),
    changed,
  ];
  return {
    refresh: () => {
      markers.refresh();
      changed.fire();
    },
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  };
}

const languageId = "slice-cql";
