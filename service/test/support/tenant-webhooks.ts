// Requests about webhooks.

import type { Template } from "./tenant-templates.ts";

const get = (path: Template["path"]): Template => ({
  method: "GET",
  about: "webhook",
  path,
  found: [200],
  isForLimited: true,
});

/** Requests on every path of webhooks. */
export const ofWebhooks: readonly Template[] = [
  { method: "GET", path: () => "/v1/webhooks", found: [200], isForLimited: true },
  get((id) => `/v1/webhooks/${id}`),
  get((id) => `/v1/webhooks/${id}/deliveries`),
  {
    method: "DELETE",
    about: "webhook",
    path: (id) => `/v1/webhooks/${id}`,
    needs: "write",
    found: [204],
    isForLimited: true,
  },
  {
    method: "POST",
    about: "slice",
    path: () => "/v1/webhooks",
    body: (slice_id) => ({ slice_id, url: "https://hooks.example.com/" }),
    needs: "write",
    // A project has some at most.
    found: [201, 422],
    isForLimited: true,
  },
  {
    method: "POST",
    about: "webhook",
    // Its one delivery has the same ID here.
    path: (id) => `/v1/webhooks/${id}/deliveries/${id}/repeat`,
    body: () => ({}),
    needs: "write",
    found: [200],
    isForLimited: true,
  },
];
