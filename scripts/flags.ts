// What the nightly runs share: their flags, and how they print numbers.

/** The flags that were read. With `--help` the help is printed and the process ends, with a wrong one it says so and ends with status 2. */
export function optionsOrExit<Options extends { readonly help: boolean }>(
  read: (args: readonly string[]) => Options,
  help: string,
): Options {
  try {
    const options = read(process.argv.slice(2));
    if (!options.help) return options;
    console.log(help);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

/** `--help`, for `parseArgs`. */
export const helpFlag = { type: "boolean", default: false } as const;

/** `--seed`, for `parseArgs`: by default the seed of the tests. */
export const seedFlag = { type: "string", default: "20261120" } as const;

/** The number after a flag. Throws a `TypeError` that names the flag. */
export function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`${flag} is a whole number, not ${text}`);
  return Number(text);
}

/** The seed after `--seed`: a number, or one that is drawn. Throws as {@link wholeNumber} does. */
export function seedFrom(text: string): number {
  return text === "random" ? Date.now() % 2 ** 31 : wholeNumber("--seed", text);
}

/** A number with its thousands apart. */
export function spaced(count: number): string {
  return count.toLocaleString("en").replaceAll(",", " ");
}
