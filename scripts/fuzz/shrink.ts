// Makes an input that breaks a promise as small as it gets, breaking the same one.

/** The smallest input that greedy steps lead to, within so many tries. */
export async function shrunk<Input>(
  input: Input,
  smaller: (input: Input) => Iterable<Input>,
  breaks: (input: Input) => Promise<boolean>,
  tries = 3000,
): Promise<Input> {
  let smallest = input;
  let left = tries;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const tried of smaller(smallest)) {
      if (--left < 0) break;
      if (!(await breaks(tried))) continue;
      smallest = tried;
      found = true;
      break;
    }
  }
  return smallest;
}
