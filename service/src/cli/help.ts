// The help.

import { logLevels } from "../http/log.ts";
import { defaults } from "./command.ts";
import { settingRows } from "./settings.ts";

/** What `--help` prints. */
export function helpText(): string {
  const settings = settingRows.map(
    (row) => `  ${row.name.padEnd(20)} ${row.help} (default: ${String(row.default)})\n`,
  );
  return `Usage: node service/src/main.ts serve [flags]

Serves HTTP. When it is ready it prints one line of JSON, {"url": "http://…"}, to standard output.
Logs are lines of JSON on standard error. SIGTERM and Ctrl-C finish the requests under way; a second one does not.

Flags:
  --port N             Listen on this port; 0 takes a free one (default: ${String(defaults.port)})
  --host HOST          Listen on this address (default: ${defaults.host})
  --log-level LEVEL    ${logLevels.join(", ")} (default: ${defaults.logLevel})
  -h, --help           Print this help
  --version            Print the version

Settings, as environment variables:
${settings.join("")}
Exit status: 0 after a clean stop, 2 for a mistake in flags or settings or an address that cannot be used, 1 for anything else.
`;
}
