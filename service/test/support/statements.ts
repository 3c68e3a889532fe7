// What must hold for each statement, so that a database distributed by organization runs it on one node.

import type { Pool } from "pg";

/** A statement, as a transaction has sent it. */
export interface Statement {
  /** The name by which PostgreSQL keeps its plan. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements about all organizations, by their first words. */
const aboutAll: readonly RegExp[] = [
  // Workers look for loops that have lost their worker, and for organizations with loops that wait.
  /^select organization_id, project_id, id from loop where status = 'running'/,
  /^select organization_id as id from account a\b/,
  // The same for texts that wait for vectors: whose are next, and whether there are any left.
  /^select organization_id, project_id from "(?:entity|memory|passage)_embedding"\s+where model = \$1 and vector is null and due_at <= now\(\)/,
  /^select organization_id from "(?:entity|memory|passage)_embedding" where model = \$1 and .* limit 1$/,
  // The same for webhooks that have something to send.
  /^select w\.organization_id, w\.project_id, w\.id from webhook w\s+where w\.status <> 'ended' and w\.lease_until < now\(\)/,
  // Sweeps find out whose rows have expired, once a minute or once a day, and whose words there are, once a day.
  /^select organization_id as id from \(\s*select organization_id from "(?:memory|idempotency|activity|delivery|reading)" where/,
  /^select organization_id, project_id from log_end\s+where oldest_at <= now\(\)/,
  /^select distinct organization_id, owner_id from word/,
  // An import looks which tables have rows, of whichever organization.
  /^select exists \(select 1 from "shape"\) as/,
  // A scrape counts loops.
  /^select\s+count\(\*\) filter \(where status = 'queued'\) as queued/,
  // An operator names a loop, a delta or a memory by its ID alone.
  /^select p\.id, p\.name, p\.organization_id as "organizationId" from "(?:loop|delta|memory)" t/,
];

/** What no plan is made of here, as these databases have no pgvector: the rows are those of a statement that has one. */
const isByIndexOfVectors = /\bslice_half\(vector\)/;

/** Tables of which a plan reads several partitions, with the plan; undefined if it reads at most one of each. */
export async function severalShards(
  pool: Pick<Pool, "query">,
  tables: ReadonlySet<string>,
  { text, values }: Statement,
): Promise<string | undefined> {
  const statement = text.trim().replace(/^declare .*? cursor for /is, "");
  if (
    !/^(?:with|select|insert|update|delete)\b/i.test(statement) ||
    isByIndexOfVectors.test(statement) ||
    aboutAll.some((each) => each.test(statement))
  )
    return undefined;
  const explained = await pool.query<{ readonly "QUERY PLAN": string }>(`explain (costs off) ${statement}`, [
    ...values,
  ]);
  const plan = explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
  const read = new Map<string, Set<string>>();
  for (const [, table = "", part = ""] of plan.matchAll(/ on (\w+?)_(\d)\b/g))
    if (tables.has(table)) read.set(table, (read.get(table) ?? new Set()).add(part));
  // Partitions that are pruned only while a statement runs are named by a distributed database before it runs.
  const isLate = plan.includes("Subplans Removed");
  const several = [...read].filter(([, parts]) => parts.size > 1).map(([table]) => table);
  // The rows of one organization are in the same partition of each table.
  const isSplit = new Set([...read.values()].flatMap((parts) => [...parts])).size > 1;
  return isSplit || isLate ? `${several.join(", ")}\n${text}\n${plan}` : undefined;
}

/** Rules that a distributed database has for texts, each with what breaks it. */
const rules: readonly (readonly [why: string, broken: (text: string) => boolean])[] = [
  [
    "`do update set` must be immutable",
    (text) => /\bdo update set\b[^;]*\b(?:now\(\)|current_timestamp|clock_timestamp|random\(\))/i.test(text),
  ],
  [
    "`update … set` with `coalesce` or `case` must be immutable",
    (text) => /\bupdate\b[^;]*\bset\b[^;]*\b(?:coalesce|case)\b[^;]*\bnow\(\)/i.test(text),
  ],
  [
    "a write must return what is immutable, which a text of an instant is not",
    (text) => /\breturning\b(?:[^()]|\([^()]*\))*(?:\b(?:\w+_)?at"?::text\b|\bnow\(\))/i.test(text),
  ],
  [
    "`delete` and `update` must compare by what is immutable, and `concat`, `concat_ws` and `format` are stable",
    (text) => /\b(?:delete from|update)\b[^;]*\b(?:concat|concat_ws|format)\(/i.test(text),
  ],
  [
    "`for update` and `for share` need the organization",
    (text) =>
      /\bfor (?:no key )?(?:update|share|key share)\b/i.test(text) && !/organization_id"? = /i.test(text),
  ],
  [
    "`insert … select` needs `on conflict`, or its rows are copied, which row-level security forbids",
    (text) => /\binsert into\b[^;]*\bselect\b/i.test(text) && !/\bon conflict\b/i.test(text),
  ],
  ["an advisory lock holds on one node only", (text) => /advisory_/i.test(text)],
  [
    "a message has one statement, because the whole message is sent to other nodes with each setting",
    (text) => /;\s*\S/.test(text.replaceAll(/'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$/gs, "")),
  ],
  [
    "`set local` reaches other nodes, and `set_config` does not; only the role and how plans are kept must stay where they are",
    (text) =>
      /\bset_config\((?!'(?:role|plan_cache_mode)')/i.test(text) ||
      /^\s*set local (?:role\b|plan_cache_mode = force_generic)/i.test(text),
  ],
  [
    "a setting must end with its transaction",
    (text) => /^\s*set (?!local\b|transaction\b|constraints\b)/i.test(text),
  ],
];

/** Why a distributed database would refuse the statement, or PostgreSQL once a newer version has added a column. */
export function brokenRules({ text, name }: Omit<Statement, "values">): readonly string[] {
  const isKept = name !== undefined && /(?:\bselect |\breturning |\.)\*/i.test(outermost(text));
  const kept = isKept ? ["a named statement must list its columns, as a migration may add one"] : [];
  return [...kept, ...rules.filter(([, isBroken]) => isBroken(text)).map(([why]) => why)];
}

/** A statement without what is in parentheses: only the columns of its result must stay the same. */
function outermost(text: string): string {
  const inner = text.replace(/\([^()]*\)/g, "");
  return inner === text ? text : outermost(inner);
}
