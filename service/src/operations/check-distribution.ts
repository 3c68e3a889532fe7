// Checks how a database on Citus is distributed.

import type { Pool } from "pg";
import { findTables, hasCitus } from "../database/distribute.ts";
import { type Check, ok, warning } from "./doctor.ts";

/** Checks the nodes and the placement of the tables; nothing without Citus, or before it has tables. */
export async function checkDistribution(pool: Pool): Promise<readonly Check[]> {
  if (!(await hasCitus(pool))) return [];
  const { references, tenants, anchor } = await findTables(pool);
  const missing = [...references, ...tenants];
  if (anchor === undefined)
    return [
      warning(
        "distribution",
        "Citus is there, but no table is distributed; stop all servers, then `migrate --distribute`",
      ),
    ];
  if (missing.length > 0)
    return [
      warning(
        "distribution",
        `not distributed: ${missing.join(", ")}; stop all servers, then \`migrate --distribute\``,
      ),
    ];
  const { rows } = await pool.query<{
    readonly tables: number;
    readonly groups: number;
    readonly shards: number;
    readonly nodes: number;
    readonly gone: number;
  }>(
    `select count(*) as tables, count(distinct colocationid) as groups,
       (select count(*) from pg_dist_shard where logicalrelid = $1::regclass) as shards,
       (select count(*) from pg_dist_node where isactive and shouldhaveshards) as nodes,
       (select count(*) from pg_dist_node where not isactive) as gone
     from pg_dist_partition where partmethod = 'h'`,
    [anchor],
  );
  const { tables = 0, groups = 0, shards = 0, nodes = 0, gone = 0 } = rows[0] ?? {};
  const said = `${tables} tables by organization, in ${shards} shards on ${nodes} nodes`;
  if (groups > 1)
    return [
      warning(
        "distribution",
        `${said}; the rows of an organization are on different nodes, as the tables are in ${groups} colocation groups; put them into one with \`update_distributed_table_colocation\``,
      ),
    ];
  return [
    gone === 0
      ? ok("distribution", said)
      : warning(
          "distribution",
          `${said}; ${gone} more are not active: use \`citus_activate_node\` or \`citus_remove_node\``,
        ),
  ];
}
