// The playground: makes the parts of the page, and shows in all of them what comes of each change.

import { type Catalog, type CatalogData, fixAll, format } from "../src/index.ts";
import { writeCatalog } from "./model/catalog-text.ts";
import { examples } from "./model/examples.ts";
import { createRunner, type Outcome } from "./model/outcome.ts";
import { type PackedSamples, type Sample, unpackSamples } from "./model/packed.ts";
import { firstQuery, instantOf, type Settings, sampleNow } from "./model/settings.ts";
import { createCatalogPane } from "./view/catalog-pane.ts";
import { announce, byId, h, type View } from "./view/dom.ts";
import { createBrief, createFound } from "./view/found.ts";
import { createNowControl } from "./view/now-control.ts";
import { createProblems } from "./view/problems.ts";
import { createQueryEditor, type QueryEditor } from "./view/query-editor.ts";
import { createResultTabs } from "./view/result-tabs.ts";
import { createSamplesTable } from "./view/samples-table.ts";
import { createShare } from "./view/share.ts";
import { createThemeSwitch, isDark } from "./view/theme.ts";
import { createTimeline } from "./view/timeline-view.ts";

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
  const setting = (): Setting => ({ catalog: pane.catalog(), now: instantOf(clock.now()) });
  const editor = createQueryEditor(byId("editor"), {
    text: share.initial.query,
    isDark: isDark(),
    catalog: () => setting().catalog,
    now: () => setting().now,
    onChange: () => schedule(),
  });
  const views = createViews(editor, samples, setting);
  const run = createRunner(samples);
  const update = (): void => {
    const outcome = run(editor.text(), setting());
    document.body.dataset["refused"] = String(!outcome.result.ok);
    for (const view of views) view.show(outcome);
    share.keep();
  };
  const schedule = oncePerFrame(update);
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

/** Everything that shows what comes of a query. */
function createViews(
  editor: QueryEditor,
  samples: readonly Sample[],
  setting: () => Setting,
): readonly View<Outcome>[] {
  const mend = (): void => replaceAndFocus(editor, fixAll(editor.text(), setting()));
  const instants = Float64Array.from(samples, ({ created_at }) => Date.parse(created_at));
  return [
    createProblems(byId("problems"), { ...editor, fixAll: mend }),
    createFound(byId("found"), samples.length),
    createBrief(byId("brief"), samples.length),
    createTimeline(byId("timeline"), instants),
    // The names of the entities are those of the original catalog, however it is edited.
    createSamplesTable(byId("samples"), samples, setting().catalog),
    createResultTabs(byId("results"), editor),
    createChips(byId("examples"), editor),
  ];
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
