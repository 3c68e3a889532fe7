// CPU time: unlike the clock on the wall it does not count what other programs do meanwhile.

/** Microseconds of this process, of all its threads: the compiler's and the garbage collector's count too. */
export function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds that something takes. */
export function cpuOf(work: () => unknown): number {
  const start = cpu();
  work();
  return cpu() - start;
}
