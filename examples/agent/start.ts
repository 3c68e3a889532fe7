// Tells the service what is on the command line, and shows what it knew about that: `npm start "I moved to Lisbon"`.

import { createClient, isProblem } from "slice-cql-client";
import { hear } from "./agent.ts";

const { SLICE_URL: baseUrl = "", SLICE_KEY: key = "" } = process.env;
try {
  console.log(await hear(createClient({ baseUrl, key }), "me", process.argv.slice(2).join(" ")));
} catch (error) {
  if (!isProblem(error)) throw error;
  console.error(`${error.code}: ${error.detail}`);
  process.exitCode = 1;
}
