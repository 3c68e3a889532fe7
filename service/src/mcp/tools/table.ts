// All tools, in the order in which they are listed.

import type { Permission } from "../../values/permission.ts";
import { mayDo } from "../../values/permission.ts";
import type { Tool } from "../tool.ts";
import { changesSince } from "./changes.ts";
import { getEntity, listEntities } from "./entities.ts";
import { getLoop, startLoop } from "./loops.ts";
import { forget, listMemories, remember } from "./memories.ts";
import { proposeFacts } from "./propose.ts";
import { applyDelta, discardDelta, getChanges, listDeltas } from "./review.ts";
import { checkScope } from "./scope.ts";
import { search } from "./search.ts";

/** A new tool is a file of this folder and a row here. */
export const tools: readonly Tool[] = [
  search,
  checkScope,
  listEntities,
  getEntity,
  changesSince,
  listMemories,
  remember,
  proposeFacts,
  startLoop,
  getLoop,
  forget,
  listDeltas,
  getChanges,
  applyDelta,
  discardDelta,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** The tool with this name. */
export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** Whom tools are listed for. */
export interface Audience {
  readonly permission: Permission;
  readonly isReview: boolean;
}

/** Whether a key is shown a tool, and may call it. */
export function isListed({ needs, isForReview }: Tool, { permission, isReview }: Audience): boolean {
  return mayDo(permission, needs) && (isReview || isForReview !== true);
}
