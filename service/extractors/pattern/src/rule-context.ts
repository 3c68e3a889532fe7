// What the rules of lines share.

import type { Dates } from "./dates.ts";
import type { Findings } from "./findings.ts";
import type { Lexicon } from "./names.ts";
import type { Sought } from "./types.ts";

/** What rules need besides a segment. */
export interface RuleContext {
  readonly findings: Findings;
  readonly sought: readonly Sought[];
  readonly dates: Dates;
  /** Only if names are wanted. */
  readonly lexicon: Lexicon | undefined;
  /** The day from which relative dates count. */
  readonly from: string | undefined;
}
