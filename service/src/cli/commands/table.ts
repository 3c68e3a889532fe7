// All commands, in the order of the help.

import type { Command } from "../define.ts";
import { creditsGrant } from "./credits-grant.ts";
import { deltaApply } from "./delta-apply.ts";
import { deltaDiscard } from "./delta-discard.ts";
import { deltaShow } from "./delta-show.ts";
import { doctor } from "./doctor.ts";
import { documentImport } from "./document-import.ts";
import { entityImport } from "./entity-import.ts";
import { exportCommand } from "./export.ts";
import { keyCreate } from "./key-create.ts";
import { keyList } from "./key-list.ts";
import { keyRevoke } from "./key-revoke.ts";
import { loopCancel } from "./loop-cancel.ts";
import { loopList } from "./loop-list.ts";
import { loopStart } from "./loop-start.ts";
import { loopWatch } from "./loop-watch.ts";
import { memoryImport } from "./memory-import.ts";
import { migrate } from "./migrate.ts";
import { organizationCreate } from "./organization-create.ts";
import { projectCreate } from "./project-create.ts";
import { relationshipImport } from "./relationship-import.ts";
import { serve } from "./serve.ts";
import { shapeImport } from "./shape-import.ts";
import { sliceImport } from "./slice-import.ts";
import { sourceImport } from "./source-import.ts";
import { start } from "./start.ts";
import { worker } from "./worker.ts";

/** A new command is a file of this folder and a row here. */
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
  shapeImport,
  sourceImport,
  documentImport,
  entityImport,
  relationshipImport,
  sliceImport,
  memoryImport,
  loopStart,
  loopWatch,
  loopList,
  loopCancel,
  deltaShow,
  deltaApply,
  deltaDiscard,
  exportCommand,
];
