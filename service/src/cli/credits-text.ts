// Reads how many credits to grant.

import { UsageError } from "./failure.ts";

/** Ledger entries are permanent, so typos are refused. */
const most = 1_000_000_000;

/** The number of credits. Throws a {@link UsageError}. */
export function creditsOfText(text: string): number {
  const amount = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (amount >= 1 && amount <= most) return amount;
  throw new UsageError(`the credits must be a whole number from 1 to ${most}, not \`${text}\``);
}
