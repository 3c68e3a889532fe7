// Many more random slices, held against the toolkit.

process.env["SLICE_RUNS"] = "600";
await import("./equal.test.ts");
