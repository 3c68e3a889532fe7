// The evaluation time of the benchmark.

/** When everything is measured. */
export const now: number = Date.UTC(2026, 10, 20, 12);
