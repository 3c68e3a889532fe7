// Tests the separation of tenants with many more random requests.

import fc from "fast-check";
import { expect, test } from "vitest";
import { startService } from "../support/service.ts";
import { asks, requireTight, type Tally } from "../support/tenant-ask.ts";
import { createTenants } from "../support/tenants.ts";

const locked = await startService();
const unlocked = await startService({ seenBy: (database) => ({ ...database, roles: undefined }) });

test.each([
  ["with row-level security", locked],
  ["without row-level security", unlocked],
])(
  "no response contains anything of another project, for any key, path, ID and project, %s",
  async (_, service) => {
    const tenants = await createTenants(service);
    const tally: Tally = new Map();
    const property = fc.asyncProperty(
      asks(tenants),
      async (ask) => await requireTight(tenants, service.url, ask, tally),
    );
    await fc.assert(property, { numRuns: 6000 });
    for (const status of [200, 201, 400, 401, 403, 404, 422])
      expect(tally.get(status), String(status)).toBeGreaterThan(0);
  },
  300_000,
);
