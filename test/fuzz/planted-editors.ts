// Mistakes in what serves editors.

import { lspTarget } from "../../scripts/fuzz/targets/lsp.ts";
import { serviceTarget } from "../../scripts/fuzz/targets/service.ts";
import {
  type CompletionItem,
  createLanguageService,
  type LanguageService,
} from "../../src/exports/language-service.ts";
import type { Wire } from "../lsp/support/client.ts";
import { inThisProcess } from "../lsp/support/wires.ts";
import { type Planted, plant } from "./plant.ts";

function beginningLater(item: CompletionItem): CompletionItem {
  const { span, text } = item.edit;
  return { ...item, edit: { span: { start: Math.min(span.end, span.start + 1), end: span.end }, text } };
}

const ofService = (
  mistake: string,
  rule: string,
  change: (service: LanguageService) => Partial<LanguageService>,
): Planted =>
  plant(
    mistake,
    rule,
    serviceTarget({
      createLanguageService: (options) => {
        const service = createLanguageService(options);
        return { ...service, ...change(service) };
      },
    }),
  );

/** In the language service. */
export const ofServices: readonly Planted[] = [
  ofService("it finds no mistakes", "diagnostics are those of validate", () => ({
    diagnostics: async () => await Promise.resolve([]),
  })),
  ofService("a hover reaches behind the text", "hovers are inside the text", (service) => ({
    hover: async (text, offset) => {
      const hover = await service.hover(text, offset);
      return hover && { ...hover, span: { start: hover.span.start, end: text.length + 1 } };
    },
  })),
  ofService("colours are out of order", "semantic tokens are in order", (service) => ({
    semanticTokens: (text) => service.semanticTokens(text).toReversed(),
  })),
  ofService("renaming writes the name bare", "renaming keeps the terms", (service) => ({
    rename: (text, offset, name) =>
      service.rename(text, offset, name)?.map(({ span }) => ({ span, text: name })) ?? null,
  })),
  ofService("formatting leaves out an edit", "format edits give what format gives", (service) => ({
    format: (text) => service.format(text).slice(1),
  })),
  ofService(
    "a completion begins one later",
    "a completion writes what it says and keeps its neighbours",
    (service) => ({
      complete: async (text, offset) => (await service.complete(text, offset)).map(beginningLater),
    }),
  ),
];

/** A server in this process, the bytes to it and from it changed. */
function changedWire(change: {
  readonly sent?: (text: string) => string;
  readonly twice?: boolean;
}): () => Wire {
  return () => {
    const wire = inThisProcess();
    return {
      ...wire,
      write: (bytes) => {
        const text = Buffer.from(bytes).toString();
        const other = change.sent?.(text) ?? text;
        wire.write(other === text ? bytes : Buffer.from(other));
      },
      onData: (listener) =>
        wire.onData((chunk) => {
          listener(chunk);
          const text = Buffer.from(chunk).toString();
          if (change.twice === true && !text.includes("capabilities") && !text.includes('"method"'))
            listener(chunk);
        }),
    };
  };
}

/** In the language server. */
export const ofLsp: readonly Planted[] = [
  plant(
    "an edit is lost",
    "it has the client's text",
    lspTarget({
      connect: changedWire({
        sent: (text) => text.replace("textDocument/didChange", "textDocument/nothingAt"),
      }),
    }),
  ),
  plant(
    "answers come twice",
    "a request is answered once",
    lspTarget({ connect: changedWire({ twice: true }) }),
  ),
];
