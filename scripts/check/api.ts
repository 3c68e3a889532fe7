// Compares the public declarations of every entry with its report in etc/, or writes the reports with --write.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig, type IConfigFile } from "@microsoft/api-extractor";
import { type Entry, entries } from "./entries.ts";
import { fail, root } from "./process.ts";

/** What is said for the tool's own command line; here it would mislead. */
const unwanted: ReadonlySet<string> = new Set([
  "console-api-report-copied",
  "console-api-report-created",
  "console-api-report-not-copied",
  "console-compiler-version-notice",
  "console-preamble",
]);

const write = process.argv.includes("--write");
const configFile = join(root, "api-extractor.json");
mkdirSync(join(root, "etc"), { recursive: true });

const stale = entries.filter((entry) => !isCurrent(entry));
if (stale.length > 0) {
  const names = stale.map(({ report }) => `etc/${report}.api.md`).join(", ");
  fail(`The public API differs from ${names}. If that is intended: npm run build && npm run api:write`);
}
console.log(`${String(entries.length)} reports ${write ? "written" : "are current"}`);

function isCurrent({ types, report }: Entry): boolean {
  const base: IConfigFile = ExtractorConfig.loadFile(configFile);
  const config = ExtractorConfig.prepare({
    configObject: {
      ...base,
      mainEntryPointFilePath: join(root, types),
      apiReport: { ...base.apiReport, enabled: true, reportFileName: report },
    },
    configObjectFullPath: configFile,
    packageJsonFullPath: join(root, "package.json"),
  });
  const result = Extractor.invoke(config, {
    localBuild: write,
    printApiReportDiff: true,
    messageCallback: (message) => {
      if (unwanted.has(message.messageId)) message.handled = true;
    },
  });
  return result.errorCount === 0 && (write || !result.apiReportChanged);
}
