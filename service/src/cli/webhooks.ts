// What a server and a worker need to send the deliveries of webhooks.

import type { Database } from "../database/transaction.ts";
import type { SendingWebhooks, WebhookParts } from "../webhooks/worker.ts";
import type { Settings } from "./settings.ts";
import type { Watching } from "./watching.ts";

/** Starts to send; undefined if no host may be called: then nothing of it is loaded. */
export async function sendWebhooks(
  { webhookHosts }: Settings,
  database: Database,
  log: WebhookParts["log"],
  { metrics }: Pick<Watching, "metrics">,
): Promise<SendingWebhooks | undefined> {
  if (webhookHosts === undefined) return undefined;
  const { startWebhooks } = await import("../webhooks/worker.ts");
  const { countAttempts } = await import("../webhooks/metrics.ts");
  const observe = metrics && countAttempts(metrics.register);
  return startWebhooks({ database, hosts: webhookHosts, log, observe });
}
