// What `start` prints: the URL of the service, and commands to paste.

import { parse, print } from "slice-cql";
import { isBuilt } from "../values/built.ts";
import { program } from "../values/program.ts";

/** The counts shown as proof that it works. */
export interface Counted {
  readonly cql: string;
  readonly matched: number;
  readonly all: number;
  readonly warnings: readonly string[];
}

/** URLs, keys and folders. */
export interface Place {
  readonly url: string;
  readonly folder: string;
  readonly keyFile: string;
  /** Printed only on the first start, to keep the key out of later logs. */
  readonly newKey: string | undefined;
  /** The flags by which commands find the database; usually none. */
  readonly dataFlag: string;
}

/** The query that is shown. */
export const example = "type:Release type:Vulnerability source:openssl after:2y sort:name";

/** The text. */
export function greeting({ url, folder, keyFile, newKey, dataFlag }: Place, counted: Counted): string {
  const read = `"$(cat ${quoted(keyFile)})"`;
  const run = (command: string): string => `${program} ${command}${dataFlag}`;
  return `Open ${url}/console and paste the key: what a loop found waits there for your decision.

  Key        ${newKey ?? `in ${keyFile}`}
  API        ${url}    (what it offers: ${url}/docs)
  Data       ${folder}

The project \`debian\` has ${counted.all} entities, most of them from Debian changelogs. A slice names a part of them with a short query:

  ${print(parse(counted.cql).query)}
  ${counted.matched} of ${counted.all} entities; not affecting membership, and reported: ${counted.warnings.join(", ")}

Connect an agent: this line is its configuration (Cursor, and others that take mcpServers). Then ask it which releases of curl fix vulnerabilities, and to remember that curl is upgraded on Tuesdays:

  ${agentLine(url, newKey ?? "KEY")}

To try it, paste this into another terminal, in the folder ${isBuilt ? "where you started it" : "of the repository"}:

  export URL=${url} KEY=${read}
  ask() { curl -s "$URL/v1/$1" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d "$2"; }

Remember something, and recall it by a word with a typo:

  ask memories '{"content":"Upgrades of curl happen on Tuesdays.","kind":"fact"}' | ${show("a.id")}
  ask search '{"query":"curl tusdays"}' | ${show("a.memories[0].content")}

Let a loop read the changelog of curl; what it finds waits for you, each with its quote:

  ${run('loop start --project debian --source curl --shape "Security updates" --goal "Which releases fix which vulnerabilities?" --watch')}
  DELTA=$(${run("loop list --project debian --json")} | ${show("a.loops[0].result.delta_id")})
  ${run('delta show "$DELTA"')} | head -n 6

Apply it, and ask for what is now there:

  ${run('delta apply "$DELTA"')}
  ask search '{"query":"curl","cql":"shape:\\"Security updates\\"","limit":3}' | ${show("a.entities.map((e) => [e.type, e.name].join(' '))")}

Ctrl-C stops it; the next start takes a second and has the same data.
`;
}

/** What connects an agent; service/docs/mcp.md has the forms of other programs. */
function agentLine(url: string, key: string): string {
  return JSON.stringify({
    mcpServers: { slice: { url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } } },
  });
}

/** A command that prints a part of a response. It uses Node, which everyone who runs the service has. */
function show(part: string): string {
  return `node -p "const a = JSON.parse(fs.readFileSync(0)); ${part}"`;
}

/** A text quoted for a shell. */
export function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
