// A headless Chromium: where it is, and tests that have one.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";

/** The environment variable CHROMIUM and nowhere else, or what is on the path. */
function find(): string | undefined {
  const given = process.env["CHROMIUM"];
  if (given !== undefined) return existsSync(given) ? given : undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const places = folders.flatMap((folder) =>
    ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)),
  );
  return places.find((place) => existsSync(place));
}

const executable = find();
const isContinuousIntegration = /^(?:1|true)$/.test(process.env["CI"] ?? "");

/** A `describe` whose tests have a browser. Without Chromium they do not run, which a line on stderr says; where CI=true they fail. */
export function inBrowser(name: string, body: (browser: () => Browser) => void): void {
  if (executable === undefined && !isContinuousIntegration)
    process.stderr.write(
      `SKIPPED, no Chromium: ${name}. Install it (apt-get install chromium) or set CHROMIUM.\n`,
    );
  describe.runIf(executable !== undefined || isContinuousIntegration)(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      if (executable === undefined)
        throw new Error("There is no Chromium: install it (apt-get install chromium) or set CHROMIUM");
      browser = await chromium.launch({
        executablePath: executable,
        args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      });
    }, 60_000);
    afterAll(async () => await browser?.close());
    body(() => {
      if (browser === undefined) throw new Error("There is no browser yet: open pages in tests");
      return browser;
    });
  });
}
