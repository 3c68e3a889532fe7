// What `start` prints: where the service is, and three lines to paste.

import { parse, print } from "slice-cql";

/** What was counted, to show that it works. */
export interface Counted {
  readonly cql: string;
  readonly matched: number;
  readonly all: number;
  readonly warnings: readonly string[];
}

/** The query that is shown. */
export const example = "type:Release type:Vulnerability source:openssl after:2y sort:name";

/** The text. */
export function greeting(url: string, key: string, folder: string, counted: Counted): string {
  const send = (path: string, body: object): string =>
    `  curl -s '${url}${path}' -H 'Authorization: Bearer ${key}' \\\n    -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return `The slice service runs at ${url}

  Console    ${url}/console    (paste the key there)
  Reference  ${url}/docs
  Key        ${key}
  Data       ${folder}

The project holds ${counted.all} facts from Debian changelogs. A slice names a part of them with a short query:

  ${print(parse(counted.cql).query)}
  ${counted.matched} of ${counted.all} entities; not affecting membership, and reported: ${counted.warnings.join(", ")}

Commands to try: the first three return at once, the next starts a loop, and the last lists the newest loop:

${send("/v1/slices?dry_run=true", { name: "openssl", cql: example })}

${send("/v1/search", { query: "openssl heartbleed", cql: "type:Vulnerability", limit: 3 })}

${send("/v1/memories", { content: "Upgrades happen on Tuesdays.", kind: "fact" })}

${send("/v1/loops", { goal: "Which releases fix which vulnerabilities?", loop: { max_iterations: 2 } })}

  curl -s '${url}/v1/loops?limit=1' -H 'Authorization: Bearer ${key}'

Ctrl-C stops it; the next start takes a second and has the same data.
`;
}
