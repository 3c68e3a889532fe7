// Runs checks that need each other: each begins as soon as it can, and none after a failure.

/** A check: an npm script. */
export interface Step {
  readonly script: string;
  readonly what: string;
  /** The steps before it in its row, or that make what it reads. They stand before it in the list. */
  readonly after: readonly string[];
}

/** How all went. */
export interface Outcome {
  readonly isGood: boolean;
  /** The scripts that never began, as something failed before. */
  readonly notRun: readonly string[];
}

/** Runs the steps. `perform` says whether one went well. */
export async function runAll(
  steps: readonly Step[],
  perform: (step: Step) => Promise<boolean>,
): Promise<Outcome> {
  const results = new Map<string, Promise<boolean>>();
  const notRun: string[] = [];
  let isGood = true;
  const performed = async (step: Step): Promise<boolean> => {
    const needed = await Promise.all(step.after.map(async (script) => await results.get(script)));
    if (!isGood || !needed.every((each) => each === true)) {
      notRun.push(step.script);
      return false;
    }
    const isItGood = await perform(step);
    isGood &&= isItGood;
    return isItGood;
  };
  for (const step of steps) results.set(step.script, performed(step));
  await Promise.all(results.values());
  const order = steps.map(({ script }) => script);
  return { isGood, notRun: order.filter((script) => notRun.includes(script)) };
}
