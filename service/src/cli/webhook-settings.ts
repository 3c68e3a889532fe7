// The setting of webhooks: the hosts that they may call.

import { hostsIn, type WebhookHosts } from "../webhooks/hosts.ts";
import { UsageError } from "./failure.ts";

/** The setting, as the help shows it. */
export const webhookHosts: { readonly name: string; readonly help: string } = {
  name: "WEBHOOK_HOSTS",
  help: "The hosts that webhooks may call, separated by commas: hooks.example.com or 10.0.0.5:8080 at any address, *.example.com or * at public addresses and with https; without it there are no webhooks",
};

/** Undefined: there are no webhooks. Throws a {@link UsageError} for a malformed value. */
export function webhookHostsOf(env: NodeJS.ProcessEnv): WebhookHosts | undefined {
  const text = env[webhookHosts.name] ?? "";
  if (text.trim() === "") return undefined;
  const hosts = hostsIn(text.split(",").map((entry) => entry.trim()));
  if (hosts !== undefined) return hosts;
  throw new UsageError(
    `${webhookHosts.name} must be hosts such as hooks.example.com, 10.0.0.5:8080, *.example.com or *, separated by commas, not \`${text}\``,
  );
}
