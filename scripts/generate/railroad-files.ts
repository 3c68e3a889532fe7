// Puts the railroad diagrams into one picture and into one page, which need nothing from elsewhere.

import type { Production } from "./ebnf.ts";
import { type Diagram, drawn, type Palette, styleSheet } from "./railroad.ts";

/** All diagrams in two columns, as a picture for a README. */
export function railroadPicture(productions: readonly Production[]): string {
  const diagrams = drawn(productions);
  const half = heightOf(diagrams) / 2;
  const left = diagrams.filter((_, index) => heightOf(diagrams.slice(0, index)) < half);
  const right = diagrams.slice(left.length);
  const middle = border + widthOf(left) + gap;
  const width = String(Math.ceil(middle + widthOf(right) + border));
  const height = String(Math.ceil(Math.max(heightOf(left), heightOf(right)) + 2 * border));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<!-- Generated from grammar/cql.ebnf by "npm run update": do not edit. -->
<title>The grammar of CQL</title>
<style>${styleSheet(pictureColours, pictureFonts)}</style>
<rect class="page" width="100%" height="100%" rx="6"/>
${column(left, border)}
${column(right, middle)}
</svg>
`;
}

function column(diagrams: readonly Diagram[], x: number): string {
  const parts = diagrams.map(({ name, drawing }, index) => {
    const y = border + heightOf(diagrams.slice(0, index));
    Object.assign(drawing.attrs, { x, y: y + titleHeight });
    return `<text class="title" x="${String(x + 12)}" y="${String(y + 14)}">${name}</text>\n${tidy(drawing.toString())}`;
  });
  return parts.join("\n");
}

function heightOf(diagrams: readonly Diagram[]): number {
  return diagrams.reduce((sum, { height }) => sum + height + titleHeight + gap, 0);
}

function widthOf(diagrams: readonly Diagram[]): number {
  return Math.max(...diagrams.map(({ width }) => width));
}

/** A page with a section for each production: what is to know, its diagram, and its text. */
export function railroadPage(productions: readonly Production[]): string {
  const diagrams = drawn(productions);
  return `<!doctype html>
<!-- Generated from grammar/cql.ebnf by "npm run update": do not edit. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The grammar of CQL</title>
<style>${styleSheet(pageColours, pageFonts)}</style>
</head>
<body>
<h1>The grammar of CQL</h1>
<p>Round boxes are what is written; square boxes are other productions, and lead there. Of several ways the first that fits is taken, and what can be passed by or repeated is taken as often as it can be.</p>
<nav aria-label="Productions">${diagrams.map(({ name }) => link(name, name)).join("\n")}</nav>
${diagrams.map(section).join("\n")}
</body>
</html>
`;
}

const pictureFonts = `.title { font: bold 15px "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }`;

function pictureColours({ page, ink }: Palette): string {
  return `.page { fill: ${page}; }
.title { fill: ${ink}; }`;
}

const pageFonts = `:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
nav a { margin-right: 0.75em; }
a { color: inherit; }
h2 { margin: 2.5rem 0 0.25rem; border-top: 1px solid; padding-top: 1rem; font-size: 1.15rem; }
p { margin: 0.25rem 0; }
figure { margin: 0.5rem 0; overflow-x: auto; }
pre { margin: 0; font: 13px/1.5 Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-x: auto; }
.railroad-diagram a:hover rect { stroke-width: 3; }`;

function pageColours({ page, ink, quiet, rule }: Palette): string {
  return `body { background: ${page}; color: ${ink}; }
h2 { border-color: ${rule}; }
p, pre { color: ${quiet}; }`;
}

const border = 12;
const titleHeight = 20;
const gap = 8;

function section({ name, comment, drawing, source }: Diagram): string {
  const words = comment === "" ? "" : `<p>${escaped(comment.replaceAll(/\s+/g, " "))}</p>\n`;
  const picture = tidy(drawing.toString()).replaceAll(
    /<g class="name">[^]*?<text[^>]*>(\w+)[^<]*<\/text>\n<\/g>/g,
    (box, target: string) => link(target, box),
  );
  return `<section id="${name}">
<h2>${name}</h2>
${words}<figure role="img" aria-label="Railroad diagram of ${name}">
${picture}</figure>
<pre>${escaped(source)}</pre>
</section>`;
}

function link(name: string, inside: string): string {
  return `<a href="#${name}">${inside}</a>`;
}

/** The drawing without the pieces of track that have no length. */
function tidy(drawing: string): string {
  return drawing.replaceAll(/<path d="M[\d.]+ [\d.]+h0"><\/path>\n/g, "").trim();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
