// Tests the console with a project of 100,000 entities and a delta of 5,000 changes: how long a frame takes on a slow machine, and how much is in the page.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { inBrowser } from "../support/chromium.ts";
import { type Caller, startService } from "../support/service.ts";
import { openConsole, soon } from "./console.ts";

const service = await startService();
const { pool } = service.database;

/** How many times slower the page is than on the machine that the goals were set for. */
const slowdown = 6;
/** Milliseconds for {@link chore} up to which a machine counts as that one: one that takes longer is slow already, and is slowed down by less. */
const choreMs = 20;
/** What a page does with any list: makes elements, and lays them out. */
const chore = `(() => {
  const begun = performance.now();
  const list = document.createElement("div");
  for (let at = 0; at < 1000; at += 1)
    list.append(Object.assign(document.createElement("p"), { textContent: "Row " + at }));
  document.body.append(list);
  list.getBoundingClientRect();
  list.remove();
  return performance.now() - begun;
})()`;
/** Milliseconds for a test: most of it is to fill the project. Again where it was too slow, as caches are shared with whatever else runs. */
const patience = { timeout: 400_000, retry: 2 };
/** Milliseconds that a frame may take. */
const frame = 50;
/** Milliseconds until what a key does is drawn: more feels slow. */
const press = 200;

/** Changes of a delta: people, and who knows whom. */
async function stage({ post, projectId }: Caller, count: number): Promise<string> {
  const { body } = await post("/v1/memories", { content: "x", apply: false });
  await pool.query(
    `with made as materialized (select n, gen_random_uuid() as id from generate_series(1, $3::int / 2) n),
      d as (select * from delta where project_id = $1 and id = $2::uuid),
      entities as (insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value, confidence)
        select organization_id, project_id, d.id, key_id, private, n, gen_random_uuid(), 'create', 'entity', made.id,
          jsonb_build_object('id', made.id, 'type', case n % 3 when 0 then 'Company' else 'Person' end, 'name', concat('Name ', n), 'properties', '{"role": "pilot"}'::jsonb), (n % 100) / 100.0
        from d, made)
    insert into change (organization_id, project_id, delta_id, key_id, private, position, id, operation, object, object_id, value, confidence)
      select organization_id, project_id, d.id, key_id, private, $3::int + one.n, gen_random_uuid(), 'create', 'relationship', made.id,
        jsonb_build_object('id', made.id, 'type', 'knows', 'from', one.id, 'to', other.id, 'properties', '{}'::jsonb), (one.n % 100) / 100.0
      from d, made one join made other on other.n = one.n / 10 + 1, lateral (select gen_random_uuid() as id where one.n > 0) made`,
    [projectId, body.delta_id, count],
  );
  return body.delta_id;
}

/** Slows the page down, and counts the time that its thread works: what other programs of the machine take does not count. */
async function slowed(browser: Browser, page: Page): Promise<CDPSession> {
  const rate = Math.max(1, slowdown * Math.min(1, choreMs / (await timeOfChore(browser))));
  process.stdout.write(`slowed down ${rate.toFixed(1)} times\n`);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return session;
}

/** Milliseconds that an empty page takes for it, at the median. */
async function timeOfChore(browser: Browser): Promise<number> {
  const empty = await browser.newPage();
  const times: number[] = [];
  for (let round = 0; round < 21; round += 1) times.push(await empty.evaluate(chore));
  await empty.close();
  return times.toSorted((one, other) => one - other)[10] ?? Number.NaN;
}

/** Milliseconds that the page works on something until it is drawn, more than on nothing. */
async function workOf(session: CDPSession, page: Page, act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const during = async (work: () => Promise<unknown>) => {
    const before = await read();
    await work();
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
    return (await read()) - before;
  };
  const nothing = await during(async () => await page.evaluate("1"));
  return Math.max(0, (await during(act)) - nothing);
}

const elementsIn = async (page: Page): Promise<number> =>
  await page.evaluate('document.querySelectorAll(".rows *").length');

/** Scrolls a list by a row and a half a frame, and says what each took. */
async function scroll(session: CDPSession, page: Page, steps: number): Promise<readonly number[]> {
  const frames: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    const down = async () => await page.evaluate('document.querySelector(".rows").scrollTop += 60');
    frames.push(await workOf(session, page, down));
    expect(await elementsIn(page)).toBeLessThan(600);
  }
  return frames;
}

/** What half of the frames take at most, which is printed with the longest: that one says how busy the machine was. */
function usual(what: string, frames: readonly number[]): number {
  const sorted = frames.map(Math.round).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  process.stdout.write(`${what}: median ${String(median)} ms, longest ${String(sorted.at(-1))} ms\n`);
  return median;
}

inBrowser("in a browser", (browser) => {
  test(
    "a list of 100,000 entities is read by pages, scrolls, and is never in the page as a whole",
    patience,
    async () => {
      const who = await service.caller();
      // A statement may take half a minute.
      for (let batch = 0; batch < 20; batch += 1)
        await pool.query(
          `insert into entity (organization_id, project_id, id, type, name, props)
          select $1, $2, gen_random_uuid(), 'Person', 'Name ' || at, '{"role": "pilot"}' from generate_series(1, 5000) at`,
          [who.organizationId, who.projectId],
        );
      await pool.query("analyze entity");
      const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await go("#/entities");
      const session = await slowed(browser(), page);
      const frames = await scroll(session, page, 40);
      await soon(async () => {
        await page.evaluate('document.querySelector(".rows").scrollTop = 1e9');
        return asked.filter((url) => url.includes("cursor=")).length;
      }).toBeGreaterThanOrEqual(2);
      expect(usual("scrolled", frames)).toBeLessThan(frame);
      expect(wrong).toEqual([]);
      await page.close();
    },
  );

  test(
    "a delta of 5,000 changes is read, scrolled, decided key by key and all at once, and undone",
    patience,
    async () => {
      const who = await service.caller();
      const delta = await stage(who, 5000);
      const { page, wrong, go } = await openConsole(browser(), service.url, who.key);
      const bar = page.getByRole("region", { name: "Decision" });
      await go(`#/deltas/${delta}`);
      await expect
        .poll(async () => await bar.textContent(), { timeout: 120_000, interval: 100 })
        .toMatch(/0 rejected, 5,001 left(?! of)/);
      const session = await slowed(browser(), page);
      const frames = await scroll(session, page, 40);
      expect(usual("scrolled", frames)).toBeLessThan(frame);

      const presses: number[] = [];
      for (const key of "jjjjkkjaxuu")
        presses.push(await workOf(session, page, async () => await page.keyboard.press(key)));
      await soon(async () => await bar.textContent()).toContain("5,001 left");
      expect(usual("keys", presses)).toBeLessThan(press);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });

      const sent: string[] = [];
      page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
      await page.getByRole("button", { name: "Accept 5,001 undecided" }).click();
      await soon(async () => await bar.textContent()).toContain("5,001 accepted, 0 rejected, 0 left");
      expect(sent.length).toBe(6);
      await page.getByRole("button", { name: "Undo" }).click();
      await soon(async () => await bar.textContent()).toContain("0 accepted, 0 rejected, 5,001 left");
      expect(sent.length).toBe(12);

      await go(`#/deltas/${delta}?type=Company&confidence=0.5`);
      await page.getByRole("button", { name: /^Reject 4\d\d undecided/ }).click();
      await soon(async () => await bar.textContent()).toMatch(/0 accepted, 4\d\d rejected/);
      expect(await page.getByRole("status").allTextContents()).toContainEqual(
        expect.stringMatching(/^Rejected: 4\d\d changes\. 4,\d{3} left\.$/),
      );
      expect(sent.length).toBe(13);
      await page.keyboard.press("u");
      await soon(async () => await bar.textContent()).toContain("5,001 left");
      expect(wrong).toEqual([]);
      await page.close();
    },
  );

  test("a list of a million rows is scrolled to its end, in a page that browsers can still draw", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { render } from "preact";
          import { Rows } from "./rows.tsx";
          const items = Array.from({ length: 1e6 }, (_, at) => at);
          globalThis.show = (chosen) => render(
            <Rows items={items} height={40} label="Numbers" chosen={chosen}>{(item) => <span>{item}</span>}</Rows>,
            document.body,
          );`,
        loader: "tsx",
        resolveDir: fileURLToPath(new URL("../../../packages/console/src/parts", import.meta.url)),
      },
      bundle: true,
      write: false,
      format: "iife",
      jsx: "automatic",
      jsxImportSource: "preact",
      logLevel: "error",
    });
    const page = await browser().newPage({ viewport: { width: 800, height: 600 } });
    await page.setContent(
      "<!doctype html><title>Rows</title><style>body { margin: 0 } .rows { height: 600px; overflow-y: auto } .rows > div { position: relative } .row { position: absolute; inset: 0 0 auto }</style>",
    );
    await page.evaluate(outputFiles[0]?.text ?? "");
    const inView = async (): Promise<readonly number[]> =>
      await page.evaluate(
        `Array.from(document.querySelectorAll(".row"))
          .filter((row) => { const { top, bottom } = row.getBoundingClientRect(); return top >= -1 && bottom <= 601; })
          .map((row) => Number(row.textContent))`,
      );
    await page.evaluate("show()");
    await soon(async () => (await inView())[0]).toBe(0);
    for (const at of [999_999, 500_000, 12, 13, 0, 999_999]) {
      await page.evaluate(`show(${String(at)})`);
      await soon(inView).toContain(at);
    }
    await page.evaluate('document.querySelector(".rows").scrollTop = 1e9');
    await soon(inView).toContain(999_999);
    expect(await page.evaluate('document.querySelector(".rows > div").offsetHeight')).toBeLessThan(
      17_000_000,
    );
    expect(await elementsIn(page)).toBeLessThan(600);
    await page.close();
  });
});
