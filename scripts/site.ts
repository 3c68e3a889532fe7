// `npm run site`: builds the documentation as one folder that needs no server: guides, API reference, search and playground. `--out` names another folder.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  Application,
  type Context,
  Converter,
  type DocumentReflection,
  JSX,
  LiteralType,
  PageEvent,
  ReflectionKind,
  RendererEvent,
  UnionType,
} from "typedoc";
import { fail, root } from "./check/process.ts";
import { playgroundFiles } from "./playground/build.ts";

console.log("Building the documentation, which takes about half a minute …");
const { values } = parseArgs({ options: { out: { type: "string", default: "site" } } });
const out = resolve(root, values.out);

/** The group of the guides in a folder; the others are just guides. */
const groups: Readonly<Record<string, string>> = {
  backends: "Databases",
  editors: "Editors",
  service: "The service",
};

/** The guides by the paths of their files, without endings. */
const guides = new Map<string, DocumentReflection>();

const app = await Application.bootstrapWithPlugins({ options: join(root, "config/typedoc.json") });
app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => arrange(document));
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, listLiterals);
app.renderer.hooks.on("sidebar.begin", ({ relativeURL }) => {
  const link = (path: string, text: string): JSX.Element =>
    JSX.createElement("a", { href: relativeURL(path) ?? path }, text);
  const links = [link("modules.html", "All guides and modules"), link("playground/index.html", "Playground")];
  return JSX.createElement("nav", { class: "tsd-navigation", "aria-label": "Site" }, ...links);
});
// TypeDoc's pages have no landmarks, and what scrolls sideways must be reached by keys.
app.renderer.on(PageEvent.END, (page) => {
  page.contents = (page.contents ?? "")
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary">')
    .replaceAll("<table>", '<table tabindex="0">');
});
// Later the router forgets where the pages are.
app.renderer.on(RendererEvent.END, () => addPlayground(join(out, "playground")));

const project = (await app.convert()) ?? fail("TypeDoc cannot read the sources");
app.validate(project);
await app.generateDocs(project, out);
if (app.logger.hasErrors() || app.logger.hasWarnings()) fail("See the warnings above");
console.log(`${String(guides.size)} guides and the reference: open ${join(values.out, "index.html")}`);

/** Names a guide by its heading, and puts it in the group of its folder. */
function arrange(guide: DocumentReflection): void {
  const text = guide.content.map((part) => part.text).join("");
  const folder = /^docs\/(.+)\/|^service/.exec(guide.name);
  guides.set(guide.name, guide);
  guide.name = /^# (.+)$/m.exec(text)?.[1] ?? guide.name;
  guide.frontmatter["group"] = groups[folder?.[1] ?? folder?.[0] ?? ""] ?? "Guides";
}

/** Shows the texts that a type can be, in place of the table in the sources that they are taken from. */
function listLiterals(context: Context): void {
  const [program] = context.programs;
  for (const alias of context.project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
    const symbol = context.getSymbolFromReflection(alias);
    if (
      !alias.isDeclaration() ||
      alias.type?.type === "union" ||
      symbol === undefined ||
      program === undefined
    )
      continue;
    const type = program.getTypeChecker().getDeclaredTypeOfSymbol(symbol);
    const members = type.isUnion() ? type.types : [];
    const literals = members.filter((member) => member.isStringLiteral());
    if (literals.length > 0 && literals.length === members.length)
      alias.type = new UnionType(literals.map(({ value }) => new LiteralType(value)));
  }
}

/** On its own the playground brings two guides along; in the site its links lead to those of the site. */
function addPlayground(folder: string): void {
  const own = ["language", "diagnostics"];
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of playgroundFiles()) {
    const file = basename(path);
    if (own.includes(file.replace(/\.html$/, ""))) continue;
    const linked = own.reduce(
      (changed, name) =>
        changed.replaceAll(
          new RegExp(`(["\`])${name}\\.html(["#])`, "g"),
          `$1../${addressOf(`docs/${name}`)}$2`,
        ),
      text,
    );
    writeFileSync(join(folder, file), /\.(?:html|js)$/.test(file) ? linked : text);
  }
}

function addressOf(path: string): string {
  const guide = guides.get(path) ?? fail(`${path}.md is not a page of the site`);
  return app.renderer.router?.getFullUrl(guide) ?? fail(`${path}.md has no address`);
}
