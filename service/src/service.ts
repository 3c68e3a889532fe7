// The service: every path, over one database.

import type { FastifyInstance } from "fastify";
import { activityRoutes } from "./activity/routes.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { creditRoutes } from "./credits/routes.ts";
import type { Database } from "./database/transaction.ts";
import { deltaRoutes } from "./deltas/routes.ts";
import type { Questions } from "./embeddings/questions.ts";
import { entityRoutes } from "./entities/routes.ts";
import { exportRoute } from "./files/export-route.ts";
import { allowOrigins } from "./http/cors.ts";
import { health } from "./http/health.ts";
import type { LookUpLimits } from "./http/v1/routes.ts";
import { tenantFinder } from "./http/v1/tenant.ts";
import { addV1, admission } from "./http/v1/v1.ts";
import { keyRoutes } from "./keys/routes.ts";
import { changeRoutes } from "./live/routes.ts";
import { loopRoutes } from "./loops/routes.ts";
import type { LoopSettings } from "./loops/start.ts";
import { addMcp } from "./mcp/routes.ts";
import { memoryRoutes } from "./memories/routes.ts";
import { addOpenapi, collectRoutes } from "./openapi/document.ts";
import { addConsole } from "./pages/console.ts";
import { addDiagnostics } from "./pages/diagnostics.ts";
import { addDocs } from "./pages/docs.ts";
import { addErrors } from "./pages/errors.ts";
import { addRoot } from "./pages/root.ts";
import { projectRoutes } from "./projects/routes.ts";
import { recallRoutes } from "./recall/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { lookUpLimits as lookUpFromSlices } from "./slices/limits.ts";
import { sliceRoutes } from "./slices/routes.ts";
import { statsRoutes } from "./stats/routes.ts";
import type { WebhookHosts } from "./webhooks/hosts.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** The dependencies of the service. */
export interface ServiceParts {
  readonly database: Database;
  /** Maximum requests per minute of one key. */
  readonly rateLimitPerMinute: number;
  /** The origins whose pages may call it from a browser; none by default. */
  readonly corsOrigins?: readonly string[];
  readonly loops: LoopSettings;
  /** Makes vectors of questions; without it, searches are by words alone. */
  readonly meaning?: Questions | undefined;
  /** The hosts that webhooks may call; without it there are none. */
  readonly webhookHosts?: WebhookHosts | undefined;
  /** How the limits of keys are looked up; another way only shows that row-level security holds without it. */
  readonly lookUpLimits?: LookUpLimits;
}

/** Adds all paths to a server. */
export function serviceRoutes({
  database,
  rateLimitPerMinute,
  corsOrigins = [],
  loops,
  meaning,
  webhookHosts,
  lookUpLimits = lookUpFromSlices,
}: ServiceParts): (app: FastifyInstance) => void {
  return (app) => {
    allowOrigins(app, corsOrigins);
    const document = collectRoutes(app);
    addOpenapi(app, document);
    // The pages need no key: what they show holds for everyone.
    addDocs(app, document);
    addErrors(app);
    addDiagnostics(app);
    addConsole(app);
    addRoot(app);
    health(app, database, meaning !== undefined);
    const admit = admission(database, rateLimitPerMinute);
    addMcp(app, { admit, findTenant: tenantFinder(database.system), origins: corsOrigins });
    addV1(app, { database, admit, lookUpLimits }, [
      catalogRoutes,
      entityRoutes,
      sliceRoutes,
      changeRoutes,
      (v1) => webhookRoutes(v1, webhookHosts),
      memoryRoutes,
      deltaRoutes,
      (v1) => searchRoutes(v1, meaning),
      (v1) => recallRoutes(v1, meaning),
      (v1) => loopRoutes(v1, loops),
      creditRoutes,
      activityRoutes,
      statsRoutes,
      keyRoutes,
      projectRoutes,
      exportRoute,
    ]);
  };
}
