// Compares the public declarations of every entry with its report in test/package/api, or writes the reports with --write.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig, type IConfigFile } from "@microsoft/api-extractor";
import { briefReports } from "./api-report.ts";
import { clientEntries, type Entry, entries } from "./entries.ts";
import { fail, root } from "./process.ts";

/** Hints for the tool's own command line; here they would mislead. */
const unwanted: ReadonlySet<string> = new Set([
  "console-api-report-copied",
  "console-api-report-created",
  "console-api-report-not-copied",
  "console-compiler-version-notice",
  "console-preamble",
]);

const write = process.argv.includes("--write");
const base: IConfigFile = ExtractorConfig.loadFile(join(root, "config/api-extractor.json"));
const folder = join(root, "coverage/api");
mkdirSync(folder, { recursive: true });
mkdirSync(join(root, "test/package/api"), { recursive: true });

const all: readonly Entry[] = [...entries, ...clientEntries];
const reports = briefReports(all.map((entry) => ({ name: nameOf(entry), text: fullReport(entry) })));
const stale = all.flatMap((entry, index) => {
  const path = `test/package/api/${entry.report}.api.md`;
  const [text = "", file] = [reports[index], join(root, path)];
  if (existsSync(file) && readFileSync(file, "utf8") === text) return [];
  if (write) writeFileSync(file, text);
  return [path];
});
if (stale.length > 0 && !write)
  fail(`The public API differs from ${stale.join(", ")}. If that is intended: npm run update`);
console.log(`${String(all.length)} reports ${write ? "written" : "are current"}`);

function fullReport(entry: Entry): string {
  const { types, report } = entry;
  const home = clientEntries.includes(entry) ? "packages/client" : ".";
  const config = ExtractorConfig.prepare({
    configObject: {
      ...base,
      mainEntryPointFilePath: join(root, types),
      apiReport: { ...base.apiReport, enabled: true, reportFileName: report },
    },
    configObjectFullPath: join(root, "config/api-extractor.json"),
    packageJsonFullPath: join(root, home, "package.json"),
  });
  const result = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (unwanted.has(message.messageId)) message.handled = true;
    },
  });
  if (result.errorCount > 0) fail(`The declarations of ${types} cannot be reported`);
  return readFileSync(join(folder, `${report}.api.md`), "utf8");
}

/** What users import. */
function nameOf(entry: Entry): string {
  return entry.name.replace(/^\./u, clientEntries.includes(entry) ? "slice-cql-client" : "slice-cql");
}
