// All commands, in the order of the help.

import type { Command } from "../define.ts";
import { creditsGrant } from "./credits-grant.ts";
import { deltaApply } from "./delta-apply.ts";
import { deltaDecide } from "./delta-decide.ts";
import { deltaDiscard } from "./delta-discard.ts";
import { deltaRevert } from "./delta-revert.ts";
import { deltaShow } from "./delta-show.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { imports } from "./imports.ts";
import { keyCreate } from "./key-create.ts";
import { keyList } from "./key-list.ts";
import { keyRevoke } from "./key-revoke.ts";
import { loopCancel } from "./loop-cancel.ts";
import { loopList } from "./loop-list.ts";
import { loopStart } from "./loop-start.ts";
import { loopWatch } from "./loop-watch.ts";
import { mcp } from "./mcp.ts";
import { memoryHistory } from "./memory-history.ts";
import { migrate } from "./migrate.ts";
import { organizationCreate } from "./organization-create.ts";
import { projectCreate } from "./project-create.ts";
import { serve } from "./serve.ts";
import { start } from "./start.ts";
import { worker } from "./worker.ts";

/** A new command is a file of this folder and a row here; one that imports a file, a row of `imports`. */
export const commands: readonly Command[] = [
  start,
  serve,
  worker,
  migrate,
  doctor,
  organizationCreate,
  projectCreate,
  keyCreate,
  keyList,
  keyRevoke,
  creditsGrant,
  ...imports,
  loopStart,
  loopWatch,
  loopList,
  loopCancel,
  deltaShow,
  deltaDecide,
  deltaApply,
  deltaRevert,
  deltaDiscard,
  memoryHistory,
  mcp,
  exportCommand,
];
