// Inline hints: the instants that relative dates mean now, and the names that are not known.
import { dayForm } from "../dates/instant.ts";
import { showUtc } from "../dates/show-instant.ts";
import { analyse } from "../pipeline/analyse.ts";
import { isValidDate } from "../semantics/bounds.ts";
import type { Resolution } from "../semantics/resolve.ts";
import type { Context } from "./context.ts";

/**
 * A note to be shown in the text, after a term.
 *
 * @example
 * ```ts
 * const hint: InlayHint = { offset: 9, label: "2026-08-20 12:00 UTC", kind: "date", tooltip: "what `after:3mo` means now" };
 * ```
 */
export interface InlayHint {
  /** Where it is shown: the end of a term. */
  readonly offset: number;
  /** The instant of a relative date, or `unresolved`. */
  readonly label: string;
  /** What it is. */
  readonly kind: "date" | "unresolved";
  /** A sentence that explains it. */
  readonly tooltip: string;
}

/** The hints of a text, by offset. */
export function inlayHintsOf(text: string, context: Context): readonly InlayHint[] {
  return analyse(text, context).resolutions.flatMap((resolution) => hintOf(resolution, context));
}

function hintOf(resolution: Resolution, { catalog, now }: Context): readonly InlayHint[] {
  const { value, span } = resolution.term;
  const offset = span.end;
  if (isValidDate(resolution)) {
    // A day says what it means.
    if (dayForm.test(value.text)) return [];
    const tooltip = `What it means at ${showUtc(now)}. It changes as time passes.`;
    return [{ offset, label: showUtc(resolution.instant), kind: "date", tooltip }];
  }
  const isUnknown = resolution.means === "name" && catalog !== undefined && resolution.ids.length === 0;
  if (!isUnknown || value.text === "") return [];
  const tooltip = `It is not one of the ${resolution.lookup} in the catalog, so nothing matches it.`;
  return [{ offset, label: "unresolved", kind: "unresolved", tooltip }];
}
