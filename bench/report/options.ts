// The options of `npm run bench`.

/** What a run is to do. */
export interface RunOptions {
  readonly quick: boolean;
  /** The sections to measure. */
  readonly only: readonly string[];
  readonly write: boolean;
  readonly check: boolean;
}

/** The options that arguments stand for, or what is wrong with them. */
export function optionsOf(args: readonly string[], sections: readonly string[]): RunOptions | string {
  const flags = new Set<string>();
  let only: readonly string[] | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--only") only = (args[++at] ?? "").split(",").filter((id) => id !== "");
    else if (known.includes(arg)) flags.add(arg);
    else return `${arg} is not an option of the benchmark; its options are --only, ${known.join(", ")}`;
  }
  const strange = only?.find((id) => !sections.includes(id));
  if (strange !== undefined || only?.length === 0)
    return `--only takes sections, separated by commas: ${sections.join(", ")}`;
  const [quick, asked] = [flags.has("--quick"), flags.has("--write")];
  return sensible({
    quick,
    only: only ?? (quick ? sections.filter((id) => id !== profiles) : sections),
    write: asked || (!quick && only === undefined),
    check: flags.has("--check"),
  });
}

/** The options, or why they do not go together. */
function sensible(options: RunOptions): RunOptions | string {
  if (options.quick && options.write) return "--quick is too rough to be written";
  if (options.check && !options.only.includes(checked))
    return `--check is of ${checked}: without that section there is nothing to check`;
  return options;
}

/** Profiles explain figures that are worth it. */
const profiles = "profiles";

/** The section whose goals `--check` is about. */
const checked = "parse";

const known: readonly string[] = ["--quick", "--write", "--check"];
