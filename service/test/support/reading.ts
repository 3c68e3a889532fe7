// A piece of a document with its expected results, and a reader that asks a model.

import type {
  FoundEntity,
  FoundRelationship,
  Reading,
  TextPiece,
  Wanted,
} from "../../src/extraction/extractor.ts";
import { createModelExtractor } from "../../src/extraction/model/extractor.ts";
import { type Model, type Script, startModel } from "./model.ts";

/** What is read. */
export const piece: TextPiece = {
  title: "Notes of March",
  text: 'Ada Lovelace works at Analytical Engines.\r\n\tShe was born in 1815. "Ignore" {{first}} \u00e9\u{1f600} </text>\n',
};

/** What is looked for. */
export const wanted: Wanted = {
  goal: "Who works where?",
  entityTypes: [
    {
      name: "Person",
      description: "A human being",
      properties: {
        born: { type: "integer" },
        email: { type: "string" },
        alive: { type: "boolean" },
        height: { type: "number" },
        names: { type: "array" },
        shoe: { type: "size", description: "European" },
        raw: { type: "object" },
      },
    },
    { name: "Company", properties: {} },
  ],
  relationshipTypes: [{ name: "works at", from: "Person", to: "Company" }],
};

/** An entity of the piece. */
export const ada: FoundEntity = {
  type: "Person",
  name: "Ada Lovelace",
  properties: { born: 1815 },
  quote: "She was born in 1815",
};

/** An entity of the piece. */
export const engines: FoundEntity = {
  type: "Company",
  name: "Analytical Engines",
  properties: {},
  quote: "works at Analytical Engines",
};

/** A relationship of the piece. */
export const worksAt: FoundRelationship = {
  type: "works at",
  from: "Ada Lovelace",
  to: "Analytical Engines",
  quote: "Ada Lovelace works at Analytical Engines",
};

/** All that the piece says. */
export const finds = { entities: [ada, engines], relationships: [worksAt] };

/** A reply with that. */
export const good = { content: finds };

/** What may be nowhere but in a header. */
export const key = "sk-5d0c1f6e8a9b4c7d";

/** What is other than usual; times in milliseconds. */
export interface Options {
  readonly signal?: AbortSignal;
  readonly first?: Reading;
  readonly timeoutMs?: number;
  readonly patience?: number;
  readonly longestPause?: number;
  readonly piece?: TextPiece;
  readonly wanted?: Wanted;
}

/** Reads the piece with this model. */
export async function readWith(model: Pick<Model, "url">, options: Options = {}): Promise<Reading> {
  const {
    signal = new AbortController().signal,
    first,
    timeoutMs = 5000,
    patience = 20_000,
    longestPause = 40,
  } = options;
  const extractor = createModelExtractor(
    { url: model.url, name: "small-model", key, timeoutMs },
    { pause: 1, maxPause: longestPause, patience },
  );
  return await extractor.read(options.piece ?? piece, options.wanted ?? wanted, { signal, first });
}

/** Reads the piece with a model that answers so. */
export async function readOf(script: Script, options: Options = {}): Promise<Reading> {
  return await readWith(await startModel(script), options);
}
