// Tasks: what is to be done, who does it, and until when.

import type { Dates } from "./dates.ts";
import type { Find } from "./findings.ts";
import type { RuleContext } from "./rule-context.ts";
import type { Segment } from "./segments.ts";

const name = "@?\\p{L}[\\p{L}.'’-]{0,30}(?: \\p{Lu}[\\p{L}.'’-]{0,30}){0,2}";
const names = `${name}(?:(?: & | and |, |/)${name}){0,3}`;
const before = new RegExp(`^(${names})(?: (?:to|will|must|should|shall)|:| (?:[–-]|->|→)) (?=\\S)`, "u");
/** The person responsible for something: `Anna`, `Bob & Maja`. */
export const owners: RegExp = new RegExp(`^${names}$`, "u");
const verbs = / (?:to|will|must|should|shall) $/u;

/** Adds the task that a line names; `owner` is who was named before it. */
export function addTask(
  { findings, dates, from }: RuleContext,
  segment: Segment,
  line: string,
  owner?: string,
): Find {
  const [start = "", first] = owner === undefined ? (before.exec(line) ?? []) : [];
  const { text, due } = withoutDue(line.slice(start.length), dates, from);
  const isStrong = owner !== undefined || verbs.test(start);
  const evidence = { segment, isStrong, roles: ["assignee", "owner", "responsible"] };
  const who = (owner ?? first ?? "").split(/ & | and |, |\//u).map((one) => one.replace("@", ""));
  const persons = who.filter((one) => one !== "").map((one) => findings.addPerson(one, evidence));
  const facts = { due, owner: persons[0]?.name, status: segment.hasBox ? status(segment) : undefined };
  const task = findings.add("task", text, { segment, isStrong: true, facts });
  for (const to of persons) findings.links.push({ from: task, to, name: "assigned-to", segment });
  return task;
}

function status({ quote }: Segment): string {
  return /^.{0,20}\[[xX]\]/u.test(quote) ? "done" : "open";
}

interface Due {
  readonly text: string;
  readonly due: string | undefined;
}

/** Cuts the date off the end: `… by Friday`, `… (due 2026-03-11)`. */
function withoutDue(line: string, { find }: Dates, from: string | undefined): Due {
  const plain = line.replace(/[.;!]$/u, "");
  const date = find(line, from).at(-1);
  if (date === undefined || !/^[).\]]{0,3}$/u.test(line.slice(date.end)))
    return { text: plain, due: undefined };
  const until = line.slice(0, date.start);
  const [marker = ""] =
    /[,;]? ?[([–-]? ?(?:due|by|until|till|before|on|no later than|deadline)?:? ?$/iu.exec(until.slice(-25)) ??
    [];
  const text = until.slice(0, until.length - marker.length).trim();
  return text === "" ? { text: plain, due: date.day } : { text, due: date.day };
}
