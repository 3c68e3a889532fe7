// Messages about a slice body, other than those about its query.
import { show } from "../../text/show.ts";
import type { Entries } from "./entry.ts";
import { expectations } from "./expectations.ts";

/** Entries for the body itself. */
export const bodyEntries: Entries<"malformed-body" | "filter-ignored"> = {
  "malformed-body": {
    severity: "error",
    message: ({ place, expected }) =>
      `${place === "" ? "The slice body" : show(place)} ${expectations[expected]}.`,
  },
  "filter-ignored": {
    severity: "information",
    message: () =>
      "The body has both `cql` and `filter`; `cql` takes precedence and `filter` is ignored. Send only one.",
  },
};
