// Checks each of several hosts of a database: one accepts writes, the others are its standbys.

import { createPool } from "../database/pool.ts";
import { type Check, error, ok, warning } from "./doctor.ts";

/** Checks the hosts, each by its own URL. */
export async function checkHosts(urls: readonly string[], isPooled: boolean): Promise<readonly Check[]> {
  const states = await Promise.all(urls.map(async (url) => await stateOf(url, isPooled)));
  const primaries = states.filter(({ state }) => state === "primary").length;
  const checks = urls.map((url, at) => describe(new URL(url).host, states[at] ?? { state: "unknown" }));
  if (primaries === 1) return checks;
  const found =
    primaries === 0 ? "none of them accepts writes" : `${String(primaries)} of them accept writes`;
  return [...checks, error("hosts", `${found}; exactly one must, and the others be its standbys`)];
}

interface HostState {
  readonly state: "primary" | "standby" | "unknown";
  /** Why nothing is known. */
  readonly reason?: string;
}

async function stateOf(url: string, isPooled: boolean): Promise<HostState> {
  const pool = createPool({ url }, { size: 1, isPooled });
  try {
    const { rows } = await pool.query<{ readonly transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return { state: rows[0]?.transaction_read_only === "off" ? "primary" : "standby" };
  } catch (thrown) {
    return { state: "unknown", reason: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    await pool.end();
  }
}

function describe(host: string, { state, reason = "" }: HostState): Check {
  const name = `host ${host}`;
  if (state === "primary") return ok(name, "accepts writes");
  if (state === "standby") return ok(name, "a standby: it takes over once it is promoted");
  return warning(name, `cannot be used: ${reason}`);
}
