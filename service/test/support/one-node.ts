// Tests of what only a database on one node can do: Citus has no triggers, a role cannot read there what another has written in the same transaction, and the
// coordinator does not see who waits on another node.

import { inject, test } from "vitest";

/** A test that is left out on Citus. */
export const onOneNode: typeof test.skip = inject("nodes").length > 0 ? test.skip : test;
