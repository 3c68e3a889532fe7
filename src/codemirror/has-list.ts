// Whether a list of completions is open.
import { completionStatus } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";

/** Whether a list of completions is open, or about to be. */
export function hasList(state: EditorState): boolean {
  return completionStatus(state) !== null;
}
