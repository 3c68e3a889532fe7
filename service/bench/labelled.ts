// Reads the labelled sets: texts, questions, and which texts answer them. Their files are in no repository of ours.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Texts that are searched together, and questions about them. */
export interface Collection {
  readonly texts: readonly Text[];
  readonly questions: readonly Question[];
}

/** A text, by the ID that judgements have for it. */
export interface Text {
  readonly id: string;
  readonly text: string;
  /** The session of a conversation that it is from, and when that was. */
  readonly session?: string;
  readonly at?: Date;
}

/** A question, and the IDs of the texts that answer it: at least one. */
export interface Question {
  readonly text: string;
  readonly relevant: ReadonlySet<string>;
}

/** A set of one or more collections. */
export interface LabelledSet {
  readonly id: string;
  readonly files: readonly string[];
  readonly read: (files: readonly string[]) => readonly Collection[];
}

/** The SHA-256 of the files that the figures of search.md are about, by name. */
const hashes: Readonly<Record<string, string>> = {
  "WikiQA-test.tsv": "f6d55242b03c585953735e724930cf2976746d52423759d273c84a3199e45e7c",
  "cacm.all": "4843d291a920a20ce99d26906d387572f90d2286e83d8f717638108f251a5033",
  "cran.all.1400": "1ff6a3982db4ae6318262fd6b4ccaadaf79521e2a877204c350cf04ec9f1a6ad",
  "cran.qry": "7071f9ccf6af1361f87b7c4d39e5fd647f22e1c43eca1e9f7eb862e000708c96",
  cranqrel: "e555db745e3f2af96d643d8a7c52c6c8e1ccc644c5a749c671e0c6a086af3c3f",
  "locomo10.json": "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4",
  "qrels.text": "65c79960d45ff5021497d15e4a0dbee26e14300bff95947a8f0d9da941b4ab7d",
  "query.text": "465bf5cbb900a5bbb32aff17eebafce5eec66021aaa2692127d511c792c00f8a",
};

/** All sets. */
export const labelledSets: readonly LabelledSet[] = [
  { id: "LoCoMo turns", files: ["locomo10.json"], read: (files) => conversations(files, turnsOf) },
  {
    id: "LoCoMo observations",
    files: ["locomo10.json"],
    read: (files) => conversations(files, observationsOf),
  },
  { id: "WikiQA", files: ["WikiQA-test.tsv"], read: ([table = ""]) => [wikiQuestions(table)] },
  { id: "Cranfield", files: ["cran.all.1400", "cran.qry", "cranqrel"], read: (files) => [cranfield(files)] },
  { id: "CACM", files: ["cacm.all", "query.text", "qrels.text"], read: (files) => [cacm(files)] },
];

/** Reads a set from a folder; undefined if its files are not there. Throws if one of them is another version. */
export function readSet({ files, read }: LabelledSet, folder: string): readonly Collection[] | undefined {
  if (!files.every((file) => existsSync(join(folder, file)))) return undefined;
  const texts = files.map((file) => {
    const bytes = readFileSync(join(folder, file));
    if (createHash("sha256").update(bytes).digest("hex") !== hashes[file])
      throw new Error(`${file} is another version than the one that was measured`);
    return bytes.toString("utf8");
  });
  return read(texts);
}

interface Turn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

type Observed = readonly [text: string, turns: string | readonly string[]];

interface Conversation {
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>;
  readonly observation: Readonly<Record<string, Readonly<Record<string, readonly Observed[]>>>>;
  readonly qa: readonly { readonly question: string; readonly evidence?: readonly string[] }[];
}

/** A text, and the turns of the conversation that it stands for. */
interface Said extends Text {
  readonly turns: readonly string[];
}

function conversations(
  [json = ""]: readonly string[],
  saidIn: (conversation: Conversation) => readonly Said[],
): readonly Collection[] {
  const all: readonly Conversation[] = JSON.parse(json);
  return all.map((conversation) => {
    const texts = saidIn(conversation);
    const questions = conversation.qa.map(({ question, evidence = [] }) => {
      const turns = new Set(turnsIn(evidence.join(" ")));
      const relevant = texts.filter((each) => each.turns.some((turn) => turns.has(turn)));
      return { text: question, relevant: new Set(relevant.map(({ id }) => id)) };
    });
    return { texts, questions: answered(questions) };
  });
}

/** The turns that are named, such as `D4:12`. */
function turnsIn(evidence: string): readonly string[] {
  return Array.from(
    evidence.matchAll(/D(\d+):(\d+)/g),
    ([, session, turn]) => `D${Number(session)}:${Number(turn)}`,
  );
}

function turnsOf({ conversation }: Conversation): readonly Said[] {
  return Object.entries(conversation).flatMap(([session, turns]) => {
    if (typeof turns === "string") return [];
    const at = dateOf(conversation, session);
    return turns.map(({ speaker, dia_id, text, blip_caption }) => ({
      id: dia_id,
      turns: [dia_id],
      text: `${speaker}: ${text}${blip_caption === undefined ? "" : ` [shares ${blip_caption}]`}`,
      session,
      at,
    }));
  });
}

function observationsOf({ conversation, observation }: Conversation): readonly Said[] {
  const all = Object.entries(observation).flatMap(([name, speakers]) => {
    const session = name.replace(/_observation$/, "");
    const at = dateOf(conversation, session);
    const observed = Object.values(speakers).flat();
    return observed.map(([text, turns]) => ({ text, turns: turnsIn(String(turns)), session, at }));
  });
  return all.map(({ text, turns, session, at }, place) => ({ id: String(place), text, turns, session, at }));
}

/** The date of a session, which is written as `1:56 pm on 8 May, 2023`. */
function dateOf(conversation: Conversation["conversation"], session: string): Date {
  const written = conversation[`${session}_date_time`];
  if (typeof written !== "string") throw new Error(`${session} has no date`);
  return new Date(`${written.split(" on ").toReversed().join(" ")} UTC`);
}

function wikiQuestions(table: string): Collection {
  const texts = new Map<string, string>();
  const questions = new Map<string, { readonly text: string; readonly relevant: Set<string> }>();
  for (const line of linesOf(table).slice(1)) {
    const [id = "", question = "", , title = "", sentenceId = "", sentence = "", label = ""] =
      line.split("\t");
    texts.set(sentenceId, `${title}: ${sentence}`);
    const { relevant } = questions.get(id) ?? { relevant: new Set<string>() };
    if (label.trim() === "1") relevant.add(sentenceId);
    questions.set(id, { text: question, relevant });
  }
  return {
    texts: [...texts].map(([id, text]) => ({ id, text })),
    questions: answered([...questions.values()]),
  };
}

function cranfield([documents = "", queries = "", judgements = ""]: readonly string[]): Collection {
  const relevant = judged(linesOf(judgements));
  return {
    texts: recordsOf(documents).flatMap(({ id, parts: { W = "" } }) => (W === "" ? [] : [{ id, text: W }])),
    // Judgements count the questions, whatever their numbers are.
    questions: answered(
      recordsOf(queries).map(({ parts: { W = "" } }, at) => ({
        text: W,
        relevant: relevant.get(at + 1) ?? new Set(),
      })),
    ),
  };
}

function cacm([documents = "", queries = "", judgements = ""]: readonly string[]): Collection {
  const relevant = judged(linesOf(judgements));
  return {
    texts: recordsOf(documents).flatMap(({ id, parts: { T = "", W = "" } }) => {
      const text = `${T} ${W}`.trim();
      return text === "" ? [] : [{ id, text }];
    }),
    questions: answered(
      recordsOf(queries).map(({ id, parts: { W = "" } }) => ({
        text: W,
        relevant: relevant.get(Number(id)) ?? new Set(),
      })),
    ),
  };
}

/** Which texts are relevant, by the number of the question: a line has that and the ID of a text first. */
function judged(lines: readonly string[]): ReadonlyMap<number, Set<string>> {
  const relevant = new Map<number, Set<string>>();
  for (const line of lines) {
    const [question = "", text = ""] = line.trim().split(/\s+/);
    const ids = relevant.get(Number(question)) ?? new Set();
    relevant.set(Number(question), ids.add(String(Number(text))));
  }
  return relevant;
}

/** Records as SMART has them: `.I 1` begins one, and `.W` a part of it. */
function recordsOf(
  text: string,
): readonly { readonly id: string; readonly parts: Readonly<Record<string, string>> }[] {
  return text
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [head = "", ...parts] = record.split(/^\.(?=[A-Z]\s*$)/m);
      const named = parts.map((part) => [part.slice(0, 1), part.slice(1).replaceAll(/\s+/g, " ").trim()]);
      return { id: String(Number(head.trim())), parts: Object.fromEntries(named) };
    });
}

function answered(questions: readonly Question[]): readonly Question[] {
  return questions.filter(({ relevant }) => relevant.size > 0);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}
