// The playground: makes the parts of the page, and shows in all of them what comes of each change.

import { type Catalog, type CatalogData, fixAll, format } from "../../src/index.ts";
import { writeCatalog } from "./model/catalog-text.ts";
import { examples } from "./model/examples.ts";
import { createRunner, hideTermAt, isUnfinishedAt, type Outcome } from "./model/outcome.ts";
import { type PackedSamples, type Sample, unpackSamples } from "./model/packed.ts";
import { evaluationTimeOf, firstQuery, type Settings, sampleNow } from "./model/settings.ts";
import { createCatalogPane } from "./view/catalog-pane.ts";
import { announce, byId, h, type View } from "./view/dom.ts";
import { createBrief, createCount, createReader } from "./view/found.ts";
import { createNowControl } from "./view/now-control.ts";
import { createProblems } from "./view/problems.ts";
import { createQueryEditor, type QueryEditor } from "./view/query-editor.ts";
import { createResultTabs } from "./view/result-tabs.ts";
import { createSamplesTable } from "./view/samples-table.ts";
import { createShare } from "./view/share.ts";
import { createThemeSwitch, isDark } from "./view/theme.ts";
import { createTimeline } from "./view/timeline-view.ts";
import { createTyping } from "./view/typing.ts";

declare global {
  /** Left by `data.js`, which runs before this script. */
  var sliceCqlData: { readonly catalog: CatalogData; readonly samples: PackedSamples };
}

start();

function start(): void {
  const { catalog: data, samples: packed } = globalThis.sliceCqlData;
  const samples = unpackSamples(packed);
  const original = writeCatalog(data);
  const defaults: Settings = {
    query: firstQuery,
    catalogText: original,
    now: { kind: "fixed", instant: sampleNow },
  };
  const settings = (): Settings => ({ query: editor.text(), catalogText: pane.text(), now: clock.now() });
  const restore = ({ query, catalogText, now }: Settings): void => {
    pane.replace(catalogText);
    clock.set(now);
    editor.replace(query);
  };
  const share = createShare(byId("share"), { defaults, settings, onOpen: restore });
  /** The catalog or the present is another. */
  const change = (): void => {
    editor.refresh();
    schedule();
  };
  const pane = createCatalogPane(byId("catalog-pane"), original, change);
  const clock = createNowControl(byId("now"), share.initial.now, change);
  const setting = (): Setting => ({ catalog: pane.catalog(), now: evaluationTimeOf(clock.now()) });
  const editor = createQueryEditor(byId("editor"), {
    text: share.initial.query,
    isDark: isDark(),
    catalog: () => setting().catalog,
    now: () => setting().now,
    onChange: (isTyped) => {
      (isTyped ? typing.go : typing.stop)();
      schedule();
    },
    onChoosing: () => schedule(),
  });
  const views = createViews(editor, samples, setting);
  const run = createRunner(samples);
  const update = (): void => {
    showIn(views, run(editor.text(), setting()), typing.isOn(), editor);
    share.keep();
  };
  const schedule = oncePerFrame(update);
  const typing = createTyping(schedule);
  createThemeSwitch(byId("theme"), editor.setDark);
  wireButtons(editor);
  if (share.initial.catalogText !== original) pane.replace(share.initial.catalogText);
  update();
}

/** What a query is compiled with. */
interface Setting {
  readonly catalog: Catalog;
  readonly now: number;
}

/** All that shows what comes of a query. */
interface Views {
  /** Shows null in place of a refused query that is being typed. */
  readonly counts: readonly View<Outcome | null>[];
  readonly atOnce: readonly View<Outcome>[];
  /** These would come and go with each key while somebody types. */
  readonly problems: View<Outcome>;
  readonly reader: View<Outcome>;
}

/**
 * While typing, a refused query shows nothing: the last results stay, faded and without numbers, because they are not of this query.
 * So it does while a list is open for the term that is all that keeps the query from a count of its own.
 */
function showIn(views: Views, outcome: Outcome, isTyping: boolean, editor: QueryEditor): void {
  const { ok } = outcome.result;
  const isUnfinished = (isTyping || editor.isChoosing()) && isUnfinishedAt(outcome, editor.cursor());
  const isHeld = isUnfinished || (isTyping && !ok);
  const { body } = document;
  body.dataset["held"] = heldOf(isTyping, isHeld);
  byId("problems").inert = isTyping;
  byId("main").setAttribute("aria-busy", String(isHeld));
  for (const view of views.counts) view.show(isHeld ? null : outcome);
  if (!isTyping) views.problems.show(isUnfinished ? hideTermAt(outcome, editor.cursor()) : outcome);
  if (isHeld) return;
  body.dataset["refused"] = String(!ok);
  for (const view of views.atOnce) view.show(outcome);
  if (!isTyping) views.reader.show(outcome);
}

/** What fades: all, what somebody types too fast to read, nothing but numbers, or nothing. */
function heldOf(isTyping: boolean, isHeld: boolean): string {
  if (isTyping) return isHeld ? "all" : "notes";
  return isHeld ? "numbers" : "";
}

function createViews(editor: QueryEditor, samples: readonly Sample[], setting: () => Setting): Views {
  const fixEverything = (): void => replaceAndFocus(editor, fixAll(editor.text(), setting()));
  const instants = Float64Array.from(samples, ({ created_at }) => Date.parse(created_at));
  const counts = [createCount(byId("count"), samples.length), createBrief(byId("brief"), samples.length)];
  const atOnce = [
    createTimeline(byId("timeline"), instants),
    // The names of the entities are those of the original catalog, however it is edited.
    createSamplesTable(byId("samples"), samples, setting().catalog),
    createResultTabs(byId("results"), editor),
    createChips(byId("examples"), editor),
  ];
  const problems = createProblems(byId("problems"), { ...editor, fixAll: fixEverything });
  return { counts, atOnce, problems, reader: createReader(samples.length) };
}

function wireButtons(editor: QueryEditor): void {
  byId("format").addEventListener("click", () => {
    const spelled = format(editor.text());
    announce(spelled === editor.text() ? "Nothing to change" : "The query is in its canonical spelling");
    replaceAndFocus(editor, spelled);
  });
  byId("skip").addEventListener("click", (event) => {
    // Following it would replace the shared link in the address.
    event.preventDefault();
    editor.focus();
  });
}

function replaceAndFocus(editor: QueryEditor, text: string): void {
  if (text !== editor.text()) editor.replace(text);
  editor.focus();
}

/** However fast somebody types, once a frame is enough. */
function oncePerFrame(act: () => void): () => void {
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(act);
  };
}

/** The examples, as buttons; the one that is in the editor is pressed. */
function createChips(box: HTMLElement, editor: QueryEditor): View<Outcome> {
  const buttons = examples.map(({ label, query }) => {
    const onclick = (): void => replaceAndFocus(editor, query);
    return h("button", { type: "button", class: "chip", onclick }, label);
  });
  box.append(...buttons);
  return {
    show: ({ query }) => {
      for (const [at, button] of buttons.entries())
        button.setAttribute("aria-pressed", String(examples[at]?.query === query));
    },
  };
}
