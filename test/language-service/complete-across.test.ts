// Tests offers of names of several words after the space that ends a bare one.

import { expect, test } from "vitest";
import { createLanguageService } from "../../src/exports/language-service.ts";
import { applyFix, createCatalog } from "../../src/index.ts";

const service = createLanguageService({
  catalog: createCatalog({
    shapes: ["Sales CRM", "Sales", "Inbox", "Research and Development"].map((name) => ({ id: name, name })),
    sources: [{ id: "1", name: "Google Drive" }],
    types: ["Support Ticket"],
  }),
  now: 0,
});

/** The offers at the bar in a text, each as its label and the text after it. */
async function offersAt(marked: string): Promise<readonly (readonly [label: string, after: string])[]> {
  const text = marked.replace("|", "");
  const items = await service.complete(text, marked.indexOf("|"));
  return items.map(({ label, edit }) => [label, applyFix(text, { title: label, edits: [edit] })]);
}

test.each([
  { text: "shape:Sales C|", label: "Sales CRM", after: 'shape:"Sales CRM"' },
  { text: "shape:sales crm|", label: "Sales CRM", after: 'shape:"Sales CRM"' },
  { text: "shape:Sales C| after:3d", label: "Sales CRM", after: 'shape:"Sales CRM" after:3d' },
  { text: "type:A source:Google d|riv", label: "Google Drive", after: 'type:A source:"Google Drive"' },
  { text: "source:Google |", label: "Google Drive", after: 'source:"Google Drive"' },
  { text: "type:Support T|", label: "Support Ticket", after: 'type:"Support Ticket"' },
  {
    text: "shape:research and d|",
    label: "Research and Development",
    after: 'shape:"Research and Development"',
  },
])("$text offers $label first, and replaces all of its words", async ({ text, label, after }) => {
  expect((await offersAt(text))[0]).toEqual([label, after]);
});

test.each([
  { text: "shape:Sales| CRM", after: 'shape:"Sales CRM"' },
  { text: "shape:S|ales crm type:A", after: 'shape:"Sales CRM" type:A' },
  { text: "shape:Sales| C report", after: 'shape:"Sales CRM" report' },
  { text: "shape:Sales| report", after: 'shape:"Sales CRM" report' },
  { text: 'shape:Sales| "CRM"', after: 'shape:"Sales CRM" "CRM"' },
  { text: 'shape:"Sales|" CRM', after: 'shape:"Sales CRM" CRM' },
  { text: "shape:Sales| CRM not type:A", after: 'shape:"Sales CRM" not type:A' },
])("an offer in $text replaces the rest of the name as well", async ({ text, after }) => {
  expect(await offersAt(text)).toContainEqual(["Sales CRM", after]);
});

test("an operator is replaced only with a word after it", async () => {
  const name = "Research and Development";
  expect(await offersAt("shape:Research| and type:A")).toContainEqual([name, `shape:"${name}" and type:A`]);
  expect(await offersAt("shape:Research| and Dev")).toContainEqual([name, `shape:"${name}"`]);
});

test("qualifiers are offered first after a known name and a space", async () => {
  const offers = await offersAt("shape:Sales |");
  expect(offers[0]?.[0]).toBe("type");
  expect(offers).toContainEqual(["Sales CRM", 'shape:"Sales CRM"']);
});

test.each(["shape:Inbox s|", 'shape:"Sales" C|', "report Sales C|", "sort:Sales C|", "shape:Sales type:C|"])(
  "no name is continued in %s",
  async (text) => {
    expect((await offersAt(text)).map(([label]) => label)).not.toContain("Sales CRM");
  },
);
