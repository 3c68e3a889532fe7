// Lines of notes: `Key: value`, lists of attendees, tasks, decisions, and the headings that say what a list is.

import type { Find } from "./findings.ts";
import { addPersons, personsMet } from "./lists.ts";
import type { RuleContext } from "./rule-context.ts";
import { keyValueOf, type Segment } from "./segments.ts";
import { spokenIn } from "./spoken.ts";
import { addTask, owners } from "./tasks.ts";
import { type Kind, kindOf, wordsOf } from "./types.ts";
import { anyOf, tableOf } from "./words.ts";

const sectionNames = ["absent", "attendees", "decisions", "tasks"] as const;
type Section = (typeof sectionNames)[number];

const sections = tableOf("sections", sectionNames);

/** What was read up to a line. */
class Notes {
  readonly attendees: Find[] = [];
  readonly outcomes: Find[] = [];
  section: Section | undefined;
  meeting: Find | undefined;
  /** Who says what is read, in a chat. */
  speaker: Find | undefined;
}

interface Reader extends RuleContext {
  readonly notes: Notes;
}

/** Reads all lines, and connects the meeting with its attendees and results. */
export function readLines(ground: RuleContext, segments: readonly Segment[]): void {
  const notes = new Notes();
  for (const segment of segments) readLine({ ...ground, notes }, segment);
  const { meeting, attendees, outcomes } = notes;
  if (meeting === undefined) return;
  const linked = [
    ...attendees.map((from) => ({ from, name: "attends" as const })),
    ...outcomes.map((from) => ({ from, name: "outcome" as const })),
  ];
  for (const { from, name } of linked) {
    const [segment] = from.segments;
    if (segment !== undefined) ground.findings.links.push({ from, to: meeting, name, segment });
  }
}

function readLine(reader: Reader, segment: Segment): void {
  const spoken = spokenIn(reader, segment, reader.notes.speaker);
  reader.notes.speaker = spoken?.speaker;
  if (spoken !== undefined) reader.notes.outcomes.push(...spoken.tasks);
  const pair = spoken === undefined ? keyValueOf(segment.body) : undefined;
  if (segment.kind === "heading") {
    reader.notes.section = sections.get(keyWords(segment.body).replaceAll(" ", ""));
    readMeeting(reader, segment);
  } else if (pair !== undefined && readPair(reader, segment, pair.key, pair.value)) return;
  else if (
    segment.kind === "item" &&
    segment.isFirst &&
    (reader.notes.section !== undefined || segment.hasBox)
  )
    readValue(reader, segment, segment.hasBox ? "tasks" : reader.notes.section, segment.body);
  else {
    if (segment.index <= maxMetLine) reader.notes.attendees.push(...personsMet(reader, segment));
    readSentence(reader, segment);
  }
}

/** Who takes part is said in one of the first lines. */
const maxMetLine = 8;

function keyWords(key: string): string {
  return wordsOf(key.replaceAll(/\([^()]*\)/gu, "")).join(" ");
}

function readPair(reader: Reader, segment: Segment, key: string, value: string): boolean {
  const { findings, dates, from } = reader;
  const words = keyWords(key);
  const section = sections.get(words.replaceAll(" ", ""));
  if (section !== undefined || /^(?:date|when|day)$/u.test(words)) {
    if (section !== undefined && value === "") reader.notes.section = section;
    else if (section !== undefined)
      readValue(reader, segment, section, value, /\(([^()]{1,40})\)/u.exec(key)?.[1]);
    else reader.notes.meeting?.add({ segment, facts: { date: dates.find(value, from)[0]?.day } });
    return value !== "" || section !== undefined;
  }
  const isTask = segment.hasBox || reader.notes.section === "tasks";
  if (value !== "" && isTask && owners.test(key)) {
    readValue(reader, segment, "tasks", value, key);
    return true;
  }
  if (value !== "" && addNamed(reader, segment, words, value)) return true;
  findings.pairs.push({ key: words, value, segment });
  return false;
}

function readValue(
  reader: Reader,
  segment: Segment,
  section: Section | undefined,
  value: string,
  owner?: string,
): void {
  const { findings } = reader;
  if (section === "tasks") reader.notes.outcomes.push(addTask(reader, segment, value, owner));
  else if (section === "decisions")
    reader.notes.outcomes.push(
      findings.add("decision", value.replace(/[.!]$/u, ""), { segment, isStrong: true }),
    );
  else {
    const persons = addPersons(
      reader,
      segment,
      value,
      section === "attendees" ? ["attendee", "participant"] : [],
    );
    if (section === "attendees") reader.notes.attendees.push(...persons);
  }
}

/** An entity of a type that is wanted, named by `Type: name`. */
function addNamed(reader: Reader, segment: Segment, words: string, value: string): boolean {
  const { findings, dates, from, sought } = reader;
  const kind = kindOf([words]);
  const type =
    sought.find((each) => each.words.join(" ") === words) ??
    sought.find((each) => kind !== undefined && each.kind === kind);
  if (type === undefined) return false;
  if ((type.kind === "organization" || type.kind === "place") && !/^[\p{Lu}\p{N}]/u.test(value)) return false;
  if (type.kind === "person") return addPersons(reader, segment, value, [words]).length > 0;
  const [date] = dates.find(value, from);
  const rest =
    date === undefined ? value : value.slice(0, date.start).replace(/ ?[(,–-]? ?(?:on|by|due|at)? ?$/u, "");
  const isDate = type.kind === "date" && rest === "";
  const name = (isDate || rest === "" ? value : rest).replace(/[.;,]$/u, "");
  const found: Kind | `type ${string}` = type.kind ?? `type ${type.type.name}`;
  const find = findings.add(found, name, {
    segment,
    isStrong: true,
    roles: [words],
    facts: { date: date?.day },
  });
  if (type.kind === "meeting") reader.notes.meeting ??= find;
  return true;
}

const meeting = anyOf("meetings");
const meetingWord = new RegExp(`\\b(?:${meeting})\\b`, "iu");
const meetingPhrase = new RegExp(
  `\\b(?:the|our|an?|this|next|your) ((?:[\\p{L}-]{1,20} )?(?:${meeting}))(?: on| of| at|,)? ?$`,
  "iu",
);

/** A heading that names a meeting, without the date in it. */
function readMeeting(reader: Reader, segment: Segment): void {
  const { findings, dates, from } = reader;
  if (reader.notes.meeting !== undefined || segment.index > 6 || !meetingWord.test(segment.body)) return;
  const [date] = dates.find(segment.body, from);
  const words =
    date === undefined ? segment.body : segment.body.slice(0, date.start) + segment.body.slice(date.end);
  const name = words.replace(
    /^(?:meeting )?(?:minutes|notes|protocol)(?: of| from| for|:)?(?: the| our)? /iu,
    "",
  );
  const trimmed = name.replaceAll(/^[\s:,|(–—-]{1,5}|[\s:,|()–—-]{1,5}$/gu, "");
  const next = date?.day ?? from;
  if (trimmed !== "")
    reader.notes.meeting = findings.add("meeting", trimmed, {
      segment,
      isStrong: true,
      facts: { date: next },
    });
}

const decidedPhrase =
  /(?:^resolved that|\b(?:we|they|it (?:was|is)|was|were|board|committee|team|group)(?: have| has)?(?: also| then| unanimously| finally)? (?:decided|agreed|resolved)(?: that| to|:)) /iu;

function readSentence(reader: Reader, segment: Segment): void {
  const { findings, dates, from } = reader;
  const decided = decidedPhrase.exec(segment.body);
  const decision =
    decided === null ? "" : segment.body.slice(decided.index + decided[0].length).replace(/[.!]$/u, "");
  if (decision !== "")
    reader.notes.outcomes.push(findings.add("decision", decision, { segment, isStrong: true }));
  for (const { start, day } of dates.find(segment.body, from)) {
    const [, name] = meetingPhrase.exec(segment.body.slice(Math.max(0, start - 80), start)) ?? [];
    if (name === undefined) continue;
    const find = findings.add("meeting", name, { segment, facts: { date: day } });
    reader.notes.meeting ??= find;
  }
}
