// Secrets of webhooks, and the signatures made with them, as the Standard Webhooks say.

import { randomBytes } from "node:crypto";

/** A new secret, of 256 random bits: `whsec_…`. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** What a delivery is signed for. */
interface Signed {
  readonly id: string;
  readonly body: string;
  /** When it is sent: receivers refuse what is older than five minutes. */
  readonly at: Date;
}

/** The headers of a delivery. What makes signatures is loaded with the first one. */
export async function signedHeaders(
  secret: string,
  { id, body, at }: Signed,
): Promise<Readonly<Record<string, string>>> {
  const { Webhook } = await import("standardwebhooks");
  return {
    "content-type": "application/json",
    "user-agent": "slice-service",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}
