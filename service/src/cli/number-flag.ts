// Numbers after flags.

import { UsageError } from "./usage-error.ts";

/** The range of a number. */
export interface NumberBounds {
  readonly least: number;
  readonly most: number;
  /** Whether fractions are allowed. */
  readonly isShare?: boolean;
}

/** The number after a flag; undefined if the flag was left out. Throws a {@link UsageError} for anything else. */
export function numberAfter(
  flag: string,
  text: string | undefined,
  { least, most, isShare = false }: NumberBounds,
): number | undefined {
  if (text === undefined) return undefined;
  const form = isShare ? /^\d{1,10}(?:\.\d{1,15})?$/ : /^\d{1,10}$/;
  const number = form.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${flag} must be a ${isShare ? "" : "whole "}number from ${least} to ${most}, not \`${text}\``,
  );
}
