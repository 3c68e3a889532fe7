// A slice that is counted, over HTTP and as a bare statement.

import { sql } from "kysely";
import { compile, createCatalog } from "slice-cql";
import { build } from "../src/database/build.ts";
import { entityWhere } from "../src/database/entities-of.ts";
import { ofTenant } from "../src/database/of-tenant.ts";
import { catalog } from "./corpus.ts";
import { serve } from "./processes.ts";
import { send } from "./requests.ts";
import { atMost, medians, milliseconds, type Section } from "./section.ts";

/** About a tenth of the largest project. */
const cql = "type:Release shape:Libraries after:2010-01-01";

/** How much longer a slice takes over HTTP than its count. */
export const slices: Section = {
  id: "slices",
  title: "A slice that is counted",
  how: `\`POST /v1/slices?dry_run=true\` with \`${cql}\`, over HTTP, against the same count sent over a connection with the settings of the service's
own, in turn. The query is in the largest project of a store of 20 (half of all entities). Besides the count the service checks the key, looks up the names of
the query, compiles it and takes the role of the project, in one transaction.`,
  measure: async (run) => {
    const { database, tenant, key } = await run.store(run.entities);
    const server = await serve([], { DATABASE_URL: database.url });
    const url = `${server.url}/v1/slices?dry_run=true`;
    const compiled = compile(cql, { catalog: createCatalog({ ...catalog, types: ["Release"] }) });
    if (!compiled.ok) throw new Error("The query does not compile.");
    const statement = sql`select count(*) as matched from entity e
      where ${ofTenant(tenant)} and ${entityWhere(compiled.filter_definition)}`.compile(build);
    const count = async () => await database.pool.query(statement.sql, [...statement.parameters]);
    const ask = async () => await send({ url, key, body: { name: "libraries", cql } });
    const { matched } = await ask();
    await count();
    const [http = Number.NaN, bare = Number.NaN] = await medians(run.rounds(60), [
      async () => await milliseconds(ask),
      async () => await milliseconds(count),
    ]);
    await server.stop();
    return {
      goals: [atMost("slice over HTTP / bare count", 1.3, "×", http / bare)],
      rows: [{ matched: Number(matched), "over HTTP, ms": http, "bare count, ms": bare }],
    };
  },
};
