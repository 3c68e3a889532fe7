// How a mistake is planted.

import { type Campaign, campaignOf, type Setting } from "../../scripts/fuzz/campaign.ts";
import type { Target } from "../../scripts/fuzz/target.ts";

/** A mistake: the target that has it, and the rule that it breaks. */
export type Planted = readonly [
  target: string,
  mistake: string,
  rule: string,
  start: (setting: Setting) => Campaign,
];

/** Plants a mistake in a target. */
export function plant<Input>(mistake: string, rule: string, target: Target<Input>): Planted {
  return [target.name, mistake, rule, (setting) => campaignOf(target, setting)];
}
