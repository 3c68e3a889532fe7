// The body of a write: the memories in it, and whether they are written at once.

import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { Tenant } from "../database/transaction.ts";
import { accessOf, requireThat } from "../http/v1/permission.ts";
import { Problem } from "../values/problem.ts";
import { itemMembers, type memoryBody } from "./schemas.ts";
import { withSubject } from "./subject.ts";
import type { MemoryItem } from "./write.ts";

/** The body of a write. */
export type Body = Static<typeof memoryBody>;

/** Whether memories are written at once. Those of a key that may only propose are staged; it cannot ask for more. */
export function isApplied(request: Pick<FastifyRequest, "access"> & { readonly body: Body }): boolean {
  const { permission } = accessOf(request);
  const { apply = permission === "write" } = request.body;
  if (apply) requireThat({ permission }, "write");
  return apply;
}

/** A member next to a batch could be meant for all items, or be a mistake. */
export function requireApart({ memories, ...others }: Body): void {
  if (memories === undefined) return;
  const errors = Object.keys(others)
    .filter((name) => itemMembers.includes(name))
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
      : memories.map((item, index) => withSubject(item, `/memories/${String(index)}`));
  const errors = all.flatMap((each) => ("pointer" in each ? [each] : []));
  if (errors.length > 0) throw new Problem("invalid_request", { errors });
  const items = all.flatMap((each) => ("pointer" in each ? [] : [each]));
  return limits?.subjectId === undefined ? items : aboutOne(items, limits.subjectId, body, memories);
}

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
    const message = "is another end user than the one that this key is limited to";
    return [{ pointer: `${memories === undefined ? "" : `/memories/${String(index)}`}${member}`, message }];
  });
  if (errors.length > 0) throw new Problem("beyond_scope", { errors });
  return items.map((item) => ({ ...item, subject: { ...item.subject, id: subjectId } }));
}

function toItem({ content, apply: _apply, project_id: _project, ...others }: Omit<Body, "memories">) {
  if (content === undefined) throw new Error("The schema asks for a content.");
  return { content, ...others };
}
