// search-query-parser: one regular expression, and an object with a list for each field.

import { qualifiers } from "../../src/vocabulary/qualifiers.ts";
import type { Peer } from "./peer.ts";
import { juxtaposed } from "./pieces.ts";
import { at } from "./tree.ts";

/** The peer. It is given the fields, distinguishes texts, and reports the position of each term. */
export const searchQueryParser: Peer = {
  name: "search-query-parser",
  hold: (piece) => piece,
  write: (pieces) => juxtaposed(pieces, ({ value }) => !/^-?["']|[\s\\,"]/u.test(value)),
  load: async () => {
    const { default: library } = await import("search-query-parser");
    const keywords = qualifiers.map(({ word }) => word);
    return (text) => library.parse(text, { keywords, tokenize: true, offsets: true });
  },
  read: (tree) => {
    const offsets = at(tree, "offsets");
    return (Array.isArray(offsets) ? offsets : []).map((each: unknown) => {
      const field = at(each, "keyword");
      return field === undefined
        ? { field: "", value: at(each, "text") }
        : { field, value: at(each, "value") };
    });
  },
};
