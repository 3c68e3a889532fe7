// Reads how many credits to grant.

import { UsageError } from "./failure.ts";

/** Ledger entries are permanent, so typos are refused. */
const most = 1_000_000_000;

/** The number of credits, at least 1 unless told otherwise. Throws a {@link UsageError}. */
export function creditsOfText(text: string, least: 0 | 1 = 1): number {
  const amount = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (amount >= least && amount <= most) return amount;
  throw new UsageError(`the credits must be a whole number from ${least} to ${most}, not \`${text}\``);
}
