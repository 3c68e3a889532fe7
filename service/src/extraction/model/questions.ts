// Builds the questions for a model: everything but the piece itself is built once per iteration.

import type { JsonObject } from "../../values/json.ts";
import type { InstructionLengths, Reading, TextPiece, Wanted } from "../extractor.ts";
import { type AllowedTypes, allowedTypes, answerSchema } from "./answer-schema.ts";
import { type Prompt, readPrompt } from "./prompt.ts";

/** The question about a piece. */
export interface Question {
  /** The system message. */
  readonly instructions: string;
  /** The user message, sent verbatim. */
  readonly text: string;
  /** The JSON schema of the answer. */
  readonly schema: JsonObject;
  /** The charged length of the instructions and the schema; the title is free. */
  readonly length: number;
}

/** The questions about all pieces. */
export interface Questions {
  readonly allowed: AllowedTypes;
  readonly lengths: InstructionLengths;
  readonly about: (piece: TextPiece, first: Reading | undefined) => Question;
}

/** Prepares the questions about what is wanted. */
export function questionsFor(prompt: Prompt, wanted: Wanted): Questions {
  const allowed = allowedTypes(wanted);
  const schema = answerSchema(allowed);
  const schemaLength = JSON.stringify(schema).length;
  const { lengths, instructions } = prompt.prepare(wanted);
  return {
    allowed,
    lengths: { first: lengths.first + schemaLength, second: lengths.second + schemaLength },
    about: (piece, first) => {
      const { text, length } = instructions(piece, first);
      return { instructions: text, text: piece.text, schema, length: length + schemaLength };
    },
  };
}

/** The maximum length of a question about a piece, besides its text. */
export function instructionLengths(wanted: Wanted): InstructionLengths {
  return questionsFor(readPrompt(), wanted).lengths;
}
