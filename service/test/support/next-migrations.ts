// Migrations of versions that do not exist yet.

import type { Migration } from "../../src/database/migrate.ts";

const tables = [
  "document",
  "entity",
  "relationship",
  "slice",
  "memory",
  "delta",
  "change",
  "loop",
  "event",
  "api_key",
];

/** Adds a column to each table that requests and workers use, a table and an index. */
export const additive: Migration = {
  name: "9001_more.sql",
  text: `-- additive: columns with defaults, a table, an index.
${tables.map((name) => `alter table ${name} add column more text not null default 'more';`).join("\n")}
create table more (organization_id uuid not null, id uuid not null, primary key (organization_id, id));
create index on memory (organization_id, more);
`,
};

/** Takes away what the program before it reads. */
export const breaking: Migration = {
  name: "9002_less.sql",
  text: "-- Takes a column away.\nalter table slice rename column promoted to kept;\n",
};
