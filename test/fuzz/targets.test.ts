// The fuzzer for a few seconds: it finds nothing in what is right, and each mistake that is planted in it.

import { describe, expect, test } from "vitest";
import { ascii } from "../../scripts/fuzz/ascii.ts";
import { type Campaign, campaignOf } from "../../scripts/fuzz/campaign.ts";
import { Broken, type Target } from "../../scripts/fuzz/target.ts";
import { targets } from "../../scripts/fuzz/targets.ts";
import { type TextInput, textInputs } from "../../scripts/fuzz/texts.ts";
import { planted } from "./planted.ts";

const setting = { seed: 20_261_120, tries: 150 };

/** Until the rule is broken, or so many inputs were tried. */
async function brokenBy(campaign: Campaign, rule: string, most: number): Promise<readonly string[]> {
  const broken = (): readonly string[] => campaign.tally().finds.map((find) => find.rule);
  while (campaign.tally().inputs < most && !broken().includes(rule)) await campaign.step(40);
  return broken();
}

describe("nothing is found in what is right", () => {
  test.each(Object.entries(targets))("%s", async (_name, start) => {
    const campaign = start(setting);
    await brokenBy(campaign, "", 120);
    const { inputs, kept, finds } = campaign.tally();
    expect(finds).toEqual([]);
    expect(inputs).toBe(120);
    expect(kept).toBeGreaterThan(4);
  });
});

describe("a mistake is found", () => {
  test.each(planted)("%s: %s", async (_target, _mistake, rule, start) => {
    expect(await brokenBy(start(setting), rule, 2000)).toContain(rule);
  });

  test("of every target", () => {
    expect(new Set(planted.map(([target]) => target))).toEqual(new Set(Object.keys(targets)));
  });
});

describe("a search", () => {
  const doubled: Target<TextInput> = {
    ...textInputs(400),
    name: "made up",
    promise: "no b behind an a",
    check: ({ text }) => {
      if (/a.*b/su.test(text)) throw new Broken("no b behind an a", text);
      return [`${String(text.length % 7)} characters`];
    },
    growth: (_, length) => () => {
      let steps = 0;
      for (let i = 0; i < length * 2; i++) for (let j = 0; j < length; j++) steps += (i ^ j) & 1;
      return steps;
    },
  };

  test("makes what it finds small, and can repeat it", async () => {
    const campaign = campaignOf(doubled, setting);
    await brokenBy(campaign, "no b behind an a", 2000);
    const [find] = campaign.tally().finds;
    expect(find?.input).toBe('{"text":"ab","world":0}');
    expect(await campaign.replay(find?.input ?? "")).toEqual(find);
    expect((await campaign.replay('{"text":"ba","world":0}'))?.rule).toBe("time grows with the length");
  });

  test("tries the same inputs for the same seed", async () => {
    const tried = async (seed: number): Promise<readonly string[]> => {
      const inputs: string[] = [];
      const watch = (_: string, input: string | undefined): void => void inputs.push(input ?? "");
      await campaignOf(doubled, { seed, tries: 0, watch }).step(40);
      return inputs;
    };
    expect(await tried(5)).toEqual(await tried(5));
    expect(await tried(6)).not.toEqual(await tried(5));
  });

  test("prints inputs in ASCII, safe in the quotes of a shell", () => {
    expect(ascii({ text: "it's \ud83e\udd8a \ud800" })).toBe('{"text":"it\\u0027s \\ud83e\\udd8a \\ud800"}');
    expect(JSON.parse(ascii("'é\0"))).toBe("'é\0");
  });
});
