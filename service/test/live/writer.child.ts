// Writes into a project at random until it is killed.

import { openDatabase } from "../../src/database/open.ts";
import type { Tenant } from "../../src/database/transaction.ts";
import { randomFrom } from "../support/random.ts";
import { World } from "./world.ts";

const [url = "", tenant = "", seed = ""] = process.argv.slice(2);
const database = await openDatabase({ url: `${url}${url.includes("?") ? "&" : "?"}application_name=writer` });
const who: Tenant = JSON.parse(tenant);
const random = randomFrom(Number(seed));
const world = new World(database, who, () => random.below(1 << 30) / (1 << 30));
process.stdout.write("ready\n");
for (;;) await world.write();
