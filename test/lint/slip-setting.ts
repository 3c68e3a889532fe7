// The catalog and the evaluation time that the tests of slips share.

import { type Catalog, createCatalog } from "../../src/index.ts";

/** Names that begin alike, have marks, or come from other systems. */
const catalog: Catalog = createCatalog({
  shapes: ["Sales CRM", "Sales", "Inbox", "Databases", "Lib Dev", "R&D"].map((name) => ({ id: name, name })),
  sources: ["gmail", "slack", "Google Drive", "github:repo"].map((name) => ({ id: name, name })),
  types: ["Person", "Company", "Support Ticket"],
});
/** The evaluation time. */
export const now: number = Date.parse("2026-03-31T12:00:00.000Z");
/** Both, as options. */
export const setting: { readonly catalog: Catalog; readonly now: number } = { catalog, now };
