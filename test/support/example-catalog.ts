// The catalog and the clock that the examples of the diagnostics assume.

import { type Catalog, createCatalog } from "../../src/index.ts";

/** A small project: two shapes, five sources of which two share a name, two types. */
export const exampleCatalog: Catalog = createCatalog({
  shapes: [
    { id: "c0ffee00-0000-4000-8000-000000000010", name: "Sales CRM" },
    { id: "c0ffee00-0000-4000-8000-000000000011", name: "Inbox" },
  ],
  sources: [
    { id: "c0ffee00-0000-4000-8000-000000000001", name: "gmail" },
    { id: "c0ffee00-0000-4000-8000-000000000002", name: "slack" },
    { id: "c0ffee00-0000-4000-8000-000000000003", name: "drive" },
    { id: "c0ffee00-0000-4000-8000-000000000004", name: "drive" },
    { id: "c0ffee00-0000-4000-8000-000000000005", name: "Smith, Jones" },
  ],
  types: ["Person", "Company"],
});

/** The present of the examples, in milliseconds since 1970. */
export const exampleNow: number = Date.parse("2026-11-20T12:00:00.000Z");

/** Both, as `compile` and `validate` take them. */
export const exampleOptions: { readonly catalog: Catalog; readonly now: number } = {
  catalog: exampleCatalog,
  now: exampleNow,
};
