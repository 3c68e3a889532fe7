// The entry `slice-cql/match`: which of many stored slices an entity is in.
export { type SliceChanges, SliceIndex, type SliceIndexData } from "../match/slice-index.ts";
export type { StoredSlice } from "../match/stored-slice.ts";
export type { RelativeDates, RelativeOptions } from "../relative/slice.ts";
