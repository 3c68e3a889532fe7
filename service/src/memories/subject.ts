// Whom a memory is about: `subject.id`, for which `subject_id` is short.

import type { Static } from "typebox";
import { Compile } from "typebox/compile";
import type { ProblemEntry } from "../values/problem.ts";
import { type MemoryItem, type memoryItem, subjectId } from "./schemas.ts";

const valid = Compile(subjectId);

/** Whether a text can say whom a memory is about. */
export function isSubjectId(text: string): boolean {
  return valid.Check(text);
}

/** A memory to be stored, or what is wrong with whom it is about. */
export function withSubject(
  { subject_id, ...memory }: Static<typeof memoryItem>,
  pointer: string,
): MemoryItem | ProblemEntry {
  if (subject_id === undefined) return memory;
  const { subject } = memory;
  const id = subject?.["id"];
  return id === undefined || id === subject_id
    ? { ...memory, subject: { ...subject, id: subject_id } }
    : {
        pointer: `${pointer}/subject_id`,
        message: "differs from the `id` of `subject`; send one of them",
      };
}
