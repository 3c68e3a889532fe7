// The console: bytes before the first screen, and how long a frame takes while a long list scrolls on a slow machine.

import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { atEnd } from "./postgres.ts";
import { serve } from "./processes.ts";
import { atMost, median, quantile, type Section } from "./section.ts";

/** How many times slower than this machine. */
const slowdown = 6;
/** A screen of 60 Hz shows whole refreshes, so a frame that is measured is rounded to them; in milliseconds. */
const refreshesPerMs = 60 / 1000;
/** More than any list shows at once: other rows are not in the page. */
const mostElements = 600;

/** Bytes, and frames. */
export const consolePage: Section = {
  id: "console",
  title: "The console",
  how: `What a browser loads before the first screen, compressed as the service sends it, and with the screens that it loads when they are shown. Then, in Chromium with the processor slowed down ${String(slowdown)} times,
the list of all entities of the largest project is scrolled by a row and a half in each frame, which reads further pages. The time of a frame is that from one to the next; one that has nothing to do takes 16.7 ms. The browser is Chromium in \`CHROMIUM\` or \`/usr/bin/chromium\`.`,
  measure: async (run) => {
    const { database, key } = await run.store(run.entities);
    const server = await serve([], { DATABASE_URL: database.url });
    const page = await (await launch()).newPage({ viewport: { width: 1280, height: 800 } });
    const sizes = new Map<string, number>();
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/console/"))
        void response.body().then((body) => sizes.set(response.url(), gzipSync(body).length));
    });
    const kilobytes = (kind: RegExp): number =>
      [...sizes].reduce((sum, [url, size]) => sum + (kind.test(url) ? size : 0), 0) / 1000;
    await page.goto(`${server.url}/console`, { waitUntil: "networkidle" });
    const first = { script: kilobytes(/\.js$/), style: kilobytes(/\.css$/) };
    await page.fill("input[name=key]", key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.evaluate('location.hash = "#/entities"');
    await page.locator(".rows .row").first().waitFor();
    await page.waitForLoadState("networkidle");
    const withScreens = kilobytes(/\.js$/);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const { frames, elements } = await scrolled(page, run.rounds(300));
    await page.context().browser()?.close();
    await server.stop();
    return {
      goals: [
        atMost("scripts before the first screen", 25, "kB", first.script),
        atMost("the longest frame while a list scrolls", 50, "ms", rounded(Math.max(...frames))),
        atMost("elements of a list in the page", mostElements, "", elements),
      ],
      rows: [
        {
          "scripts first, kB": first.script,
          "style, kB": first.style,
          "scripts of home, editor and entities, kB": withScreens,
          frames: frames.length,
          "frame, median, ms": median(frames),
          "frame, p99, ms": quantile(frames, 0.99),
          "frame, longest, ms": Math.max(...frames),
          elements,
        },
      ],
    };
  },
};

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  atEnd(async () => await browser.close());
  return browser;
}

function rounded(ms: number): number {
  return Math.round(ms * refreshesPerMs) / refreshesPerMs;
}

/** What frames took, from one to the next, and how many elements the list had at most. */
interface Scrolled {
  readonly frames: readonly number[];
  readonly elements: number;
}

/** Scrolls a list by a row and a half in each frame, about as fast as a finger does. */
async function scrolled(page: Page, count: number): Promise<Scrolled> {
  return await page.evaluate(`new Promise((done) => {
    const list = document.querySelector(".rows");
    const frames = [];
    let elements = 0;
    let last = performance.now();
    const step = (now) => {
      frames.push(now - last);
      last = now;
      elements = Math.max(elements, list.querySelectorAll("*").length);
      list.scrollTop += 60;
      if (frames.length > ${String(count)}) done({ frames: frames.slice(1), elements });
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
}
