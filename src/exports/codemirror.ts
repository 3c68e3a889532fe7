/**
 * An editor for CQL, as extensions of CodeMirror 6.
 *
 * @module slice-cql/codemirror
 */

export { sliceCqlCompletion } from "../codemirror/completion.ts";
export { openFixMenu } from "../codemirror/fix-menu.ts";
export { explainAtCursor, sliceCqlHover } from "../codemirror/hover.ts";
export { sliceCqlInlayHints } from "../codemirror/inlay-hints.ts";
export { fixQuery, formatQuery, sliceCqlKeymap } from "../codemirror/keymap.ts";
export { sliceCqlLanguage } from "../codemirror/language.ts";
export { type SliceCqlLinterOptions, sliceCqlLinter } from "../codemirror/linter.ts";
export { refreshSliceCql } from "../codemirror/refresh.ts";
export {
  type QueryBoxOptions,
  type SliceCqlSingleLineOptions,
  sliceCqlSingleLine,
} from "../codemirror/single-line.ts";
export { type SliceCqlOptions, sliceCql } from "../codemirror/slice-cql.ts";
export { sliceCqlTheme } from "../codemirror/theme.ts";
