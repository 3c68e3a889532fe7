// A query in words, by the toolkit. It is loaded when a slice is shown.

import { explain } from "slice-cql";

/** What a query names, as a sentence. */
export function inWords(cql: string): string {
  return explain(cql);
}
