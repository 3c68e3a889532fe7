// Starts the server of `app.ts` with a store in memory: `npm start`, then post a slice to the address that it prints.

import type { Slice } from "slice-cql";
import { createApp } from "./app.ts";

const shapes = [
  { id: "s1", name: "Sales CRM" },
  { id: "s2", name: "Support" },
];
const slices: Slice[] = [];

const app = createApp({
  lookUp: async (names) => ({ shapes: shapes.filter(({ name }) => names.shapes.includes(name)) }),
  save: async (slice) => void slices.push(slice),
});
console.log(await app.listen({ port: Number(process.env["PORT"] ?? "3000") }));
