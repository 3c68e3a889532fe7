// Webhooks and their deliveries: the schemas of the API.

import { Type } from "typebox";
import { deliveryKinds, deliveryStatuses, webhookStatuses } from "../database/webhook-tables.ts";
import {
  answer,
  exact,
  extension,
  id,
  instant,
  instantWith,
  list,
  nextCursor,
  orNull,
  projectMember,
  reference,
  text,
} from "../http/schemas.ts";

/** The body of a new webhook. */
export const webhookBody = exact(
  {
    slice_id: reference({ description: "The slice whose changes are sent." }),
    url: text(2000, {
      description: "Where they are sent: at a host that the operator of the service names.",
      examples: ["https://hooks.example.com/slices"],
    }),
    ...projectMember,
  },
  {
    title: "WebhookBody",
    examples: [{ slice_id: "0198c0de-7a11-7c3e-9b1f-3d2a5e6f7081", url: "https://hooks.example.com/slices" }],
  },
);

const members = {
  id: id(),
  slice_id: id(),
  url: Type.String({ examples: ["https://hooks.example.com/slices"] }),
  status: Type.Enum(webhookStatuses, {
    description:
      "`paused`: its last delivery has failed; repeat that. `ended`: the key that made it is valid no more, or an import has given its slice another text, and nothing is sent.",
    examples: ["active"],
  }),
  changes_cursor: Type.String({
    description: "The point up to which there are deliveries, which pages of changes take as well.",
    examples: ["WyJrM2oiLCI0MiIsIjAiLCIxNzY0MjQ0MDAwMDAwIiwiIiwiMCIsIjAiXQ"],
  }),
  project_id: id(),
  created_at: instant,
};

/** A webhook. */
export const webhook = exact(members, {
  title: "Webhook",
  description: "Sends the changes of a slice to a URL.",
});

/** A webhook, as an answer. */
export const webhookAnswer = answer(members, { title: "WebhookAnswer" });

/** A new webhook, with its secret. */
export const newWebhookAnswer = answer(
  {
    ...members,
    secret: Type.String({
      pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
      description: "What its deliveries are signed with. It is shown only here.",
      examples: ["whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="],
    }),
  },
  { title: "NewWebhook" },
);

/** A page of webhooks. */
export const webhooksAnswer = answer(
  { webhooks: list(webhook), next_cursor: nextCursor },
  { title: "Webhooks" },
);

const attempt = exact(
  {
    at: instant,
    ms: Type.Integer({ minimum: 0, description: "How long it took, in milliseconds.", examples: [120] }),
    http_status: orNull(Type.Integer({ examples: [200] }), { description: "Null: there was no response." }),
    error: orNull(Type.String(), {
      description: "Null: it was accepted, by a status of 2xx.",
      examples: [null],
    }),
  },
  { title: "DeliveryAttempt" },
);

const deliveryMembers = {
  id: id({ description: "What is sent as `webhook-id`: the same in each attempt." }),
  type: Type.Enum(deliveryKinds, {
    description:
      "`slice.cursor_expired`: what was not delivered is in the log no more; read the slice again.",
    examples: ["slice.changes"],
  }),
  status: Type.Enum(deliveryStatuses, {
    description: "`failed`: it was attempted for a day, or the receiver has answered 410.",
    examples: ["delivered"],
  }),
  changes: Type.Integer({ minimum: 0, description: "How many it has.", examples: [2] }),
  body: Type.String({ description: "As it is sent.", examples: ['{"type":"slice.changes",…}'] }),
  attempts: list(attempt, { description: "The last 20, oldest first." }),
  next_attempt_at: orNull(instantWith({ description: "When it is attempted next." }), {
    description: "Null: not again, unless it is repeated.",
    examples: [null],
  }),
  created_at: instant,
};

/** A delivery. */
export const delivery = exact(deliveryMembers, {
  title: "Delivery",
  description: "Changes of a slice that were sent together, and each attempt at it.",
  ...extension,
});

/** A page of deliveries. */
export const deliveriesAnswer = answer(
  { deliveries: list(delivery), next_cursor: nextCursor },
  { title: "Deliveries" },
);

/** A delivery, as an answer. */
export const deliveryAnswer = answer(deliveryMembers, { title: "DeliveryAnswer" });
