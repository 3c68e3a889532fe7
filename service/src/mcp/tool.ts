// What a tool is, and how its arguments are checked.

import type { Static, TObject } from "typebox";
import { checkOf } from "../values/check.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import type { Permission } from "../values/permission.ts";
import type { ProblemEntry } from "../values/problem.ts";
import { isUuid } from "../values/uuid.ts";
import type { Call } from "./call.ts";
import type { Names } from "./names.ts";
import { Refused } from "./refused.ts";

/** What a tool works with besides its arguments. */
export interface ToolContext {
  readonly call: Call;
  readonly names: Names;
  /** Whether the key is limited to a slice or an end user: documents are the whole project's. */
  readonly isLimited: boolean;
  readonly person: Person;
}

/** The person in front of the client. */
export interface Person {
  /** Asks for a consent to what `about` says, and to nothing else. What is returned as a question is answered with another call. */
  readonly consents: (question: string, about: JsonObject) => "yes" | "no" | "cannot_ask" | Question;
  /** Where a person decides who cannot be asked. */
  readonly console: string;
}

/** A question that is asked instead of an answer. */
export interface Question {
  readonly question: string;
  /** Comes back with the answer. */
  readonly state: string;
}

/** What a tool does besides answering, for clients that ask before they call one. */
interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** A tool, as its file declares it. */
interface ToolOf<Input extends TObject> {
  readonly name: string;
  readonly description: string;
  /** What a key must be allowed to do. */
  readonly needs: Permission;
  /** Whether it is only there for those who review. */
  readonly isForReview?: boolean;
  readonly annotations: Annotations;
  readonly input: Input;
  /** The members of its result: required ones, and others with a question mark after the name. */
  readonly output: Readonly<Record<string, JsonObject>>;
  readonly run: (input: Static<Input>, context: ToolContext) => Promise<JsonObject | Asked>;
}

/** The result of a tool that asks first. */
export class Asked {
  readonly question: Question;

  constructor(question: Question) {
    this.question = question;
  }
}

/** A tool. */
export interface Tool extends Pick<ToolOf<TObject>, "name" | "needs" | "isForReview"> {
  /** As `tools/list` shows it. */
  readonly listed: JsonObject;
  /** Checks the arguments, and runs it. Throws a {@link Refused}. */
  readonly call: (input: JsonValue, context: ToolContext) => Promise<JsonObject | Asked>;
}

/** Defines a tool. */
export function defineTool<const Input extends TObject>(tool: ToolOf<Input>): Tool {
  const { name, description, needs, isForReview = false, annotations, input, output, run } = tool;
  const check = checkOf(input);
  return {
    name,
    needs,
    isForReview,
    listed: {
      name,
      description,
      inputSchema: listedSchema(input),
      outputSchema: outputSchemaOf(output),
      annotations: { ...annotations },
    },
    call: async (given, context) => {
      const errors = check(given);
      if (errors.length > 0) throw Refused.because("invalid_request", errors);
      // It has been checked with the schema that the type comes from.
      return await run(given as Static<Input>, context);
    },
  };
}

/** The mistakes that only show in arguments as they were sent. */
export function requireReadable(flaws: readonly ProblemEntry[]): void {
  if (flaws.length > 0) throw Refused.because("invalid_request", flaws);
}

/** An ID as a part of a path; a malformed one is the same as an unknown one. Throws a {@link Refused}. */
export function idInPath(id: string): string {
  if (isUuid(id)) return id;
  throw Refused.because("not_found", [], "There is nothing with this ID.");
}

/** What a model needs to see of a schema: limits of lengths and patterns, and that there is no other argument, are said when they are not kept. */
const shownKeywords = new Set([
  "type",
  "properties",
  "required",
  "items",
  "enum",
  "description",
  "default",
  "maximum",
]);

function listedSchema(schema: object): JsonObject {
  const shown: Record<string, JsonValue> = {};
  const keywords: readonly (readonly [string, unknown])[] = Object.entries(schema);
  for (const [keyword, value] of keywords) {
    if (!shownKeywords.has(keyword)) continue;
    if (keyword === "properties" && isObject(value)) shown[keyword] = eachListed(value);
    else if (keyword === "items" && isObject(value)) shown[keyword] = listedSchema(value);
    // The others are JSON.
    else shown[keyword] = value as JsonValue;
  }
  return shown;
}

function eachListed(properties: object): JsonObject {
  const members: readonly (readonly [string, unknown])[] = Object.entries(properties);
  return Object.fromEntries(
    members.map(([name, member]) => [name, isObject(member) ? listedSchema(member) : {}]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function outputSchemaOf(output: Readonly<Record<string, JsonObject>>): JsonObject {
  const names = Object.keys(output);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), output[name] ?? {}])),
    required: names.filter((name) => !name.endsWith("?")),
  };
}
