// The types of Monaco. Nothing of it is imported at run time, as the page provides its own.
import type * as monaco from "monaco-editor";

/**
 * The part of the namespace `monaco` that is used: the enumerations, and where languages and models are.
 *
 * @example
 * ```ts
 * const used: Monaco = monaco;
 * ```
 */
export type Monaco = Pick<
  typeof monaco,
  "editor" | "Emitter" | "languages" | "MarkerSeverity" | "MarkerTag" | "Uri"
>;

/** A text in Monaco. */
export type Model = monaco.editor.ITextModel;
