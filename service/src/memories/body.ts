// The body of a write: the memories in it, and whether they are written at once.

import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Tenant } from "../database/transaction.ts";
import { accessOf, requireThat } from "../http/v1/permission.ts";
import { Problem } from "../values/problem.ts";
import type { MemoryPatch, patchBody } from "./life-schemas.ts";
import { itemMembers, type MemoryItem, type memoryBody, type memoryItem } from "./schemas.ts";
import { withSubject } from "./subject.ts";

/** The body of a write. */
export type Body = Static<typeof memoryBody>;

/** Whether a write has its effect at once. Those of a key that may only propose are staged; it cannot ask for more. */
export function isApplied(
  request: Pick<FastifyRequest, "access"> & { readonly body: { readonly apply?: boolean } },
): boolean {
  const { permission } = accessOf(request);
  const { apply = permission === "write" } = request.body;
  if (apply) requireThat({ permission }, "write");
  return apply;
}

/** A member next to a batch could be meant for all items, or be a mistake; but a batch is often one conversation. */
export function requireApart({ memories, ...others }: Body): void {
  if (memories === undefined) return;
  const errors = Object.keys(others)
    .filter((name) => itemMembers.includes(name) && name !== "thread")
    .map((name) => ({
      pointer: `/${name}`,
      message: "cannot be combined with `memories`; set it in each of them",
    }));
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
}

/** The memories of a body. Throws a {@link Problem} for those that say wrongly whom they are about. */
export function itemsOf({ memories, ...body }: Body, { limits }: Tenant): readonly MemoryItem[] {
  const all =
    memories === undefined
      ? [withSubject(toItem(body), "")]
      : memories.map((item, index) => withSubject(inThread(item, body), `/memories/${String(index)}`));
  const errors = all.flatMap((each) => ("pointer" in each ? [each] : []));
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  const items = all.flatMap((each) => ("pointer" in each ? [] : [each]));
  return limits?.subjectId === undefined ? items : aboutOne(items, limits.subjectId, body, memories);
}

function inThread(
  item: Static<typeof memoryItem>,
  { thread }: Pick<Body, "thread">,
): Static<typeof memoryItem> {
  return thread === undefined ? item : { thread, ...item };
}

const anotherUser = "is another end user than the one that this key is limited to";

/** The memories of a key that is limited to an end user: about that one. Throws a {@link Problem} for those about another. */
function aboutOne(
  items: readonly MemoryItem[],
  subjectId: string,
  body: Omit<Body, "memories">,
  memories: Body["memories"],
): readonly MemoryItem[] {
  const errors = items.flatMap(({ subject }, index) => {
    const id = subject?.["id"];
    if (id === undefined || id === subjectId) return [];
    const sent = memories === undefined ? body : memories[index];
    const member = sent?.subject_id === undefined ? "/subject/id" : "/subject_id";
    const item = memories === undefined ? "" : `/memories/${String(index)}`;
    return [{ pointer: `${item}${member}`, message: anotherUser }];
  });
  if (errors.length > 0) throw new Problem("beyond_scope", { errors });
  return items.map((item) => ({ ...item, subject: { ...item.subject, id: subjectId } }));
}

function toItem({ content, apply: _apply, project_id: _project, ...others }: Omit<Body, "memories">) {
  if (content === undefined) throw new Error("The schema asks for a content.");
  return { content, ...others };
}

/** What a body changes of a memory. A key that is limited to an end user leaves it about that one. Throws a {@link Problem} if it says otherwise. */
export function patchIn(
  { apply: _apply, project_id: _project, ...patch }: Static<typeof patchBody>,
  { limits }: Tenant,
): MemoryPatch {
  const { subject } = patch;
  const own = limits?.subjectId;
  if (subject === undefined || own === undefined) return patch;
  const id = subject?.["id"];
  if (id !== undefined && id !== own)
    throw new Problem("beyond_scope", { errors: [{ pointer: "/subject/id", message: anotherUser }] });
  return { ...patch, subject: { ...subject, id: own } };
}
