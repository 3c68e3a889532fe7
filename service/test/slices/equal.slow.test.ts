// Compares many more random slices with the toolkit.

process.env["SLICE_RUNS"] = "600";
await import("./equal.test.ts");
