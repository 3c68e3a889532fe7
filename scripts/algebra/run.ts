// `npm run nightly -- algebra`: the algebra against the entities of small worlds, many times more often than in `npm test`.

import { table } from "../../bench/table.ts";
import * as algebra from "../../src/exports/algebra.ts";
import { universeOf } from "../../test/support/algebra/universe.ts";
import { questionsInWalk, walksIn } from "../../test/support/algebra/walk.ts";
import { exactWorlds, opaqueWorlds, type World } from "../../test/support/algebra/worlds.ts";
import { optionsOrExit, spaced } from "../flags.ts";
import { help, readOptions } from "./options.ts";

/** What came of one world. */
interface Row {
  readonly world: string;
  readonly entities: number;
  readonly cases: number;
  readonly seconds: number;
  /** The smallest case of the first difference, at which a world stops. */
  readonly difference: string | undefined;
}

/** So many walks remember forms and keys; then they are forgotten, before they are too many. */
const freshAfter = 4000;

const options = optionsOrExit(readOptions, help);
const worlds = [...exactWorlds, ...opaqueWorlds];
console.log(`Filters from seed ${options.seed} on; at least ${spaced(options.cases)} cases in all.\n`);
const rows = worlds.map((world) => rowOf(world, Math.ceil(options.cases / worlds.length)));
report();

/** Runs walks in a world until it has its cases, or an answer differs. */
function rowOf(world: World, atLeast: number): Row {
  const [universe, before] = [universeOf(world), process.cpuUsage()];
  let walk = walksIn(universe, algebra);
  let difference: string | undefined;
  let walked = 0;
  for (; walked * questionsInWalk < atLeast && difference === undefined; walked++) {
    if (walked % freshAfter === 0) walk = walksIn(universe, algebra);
    difference = walk(options.seed + walked);
    if (difference !== undefined) difference += `\nseed    ${options.seed + walked}`;
  }
  const { user, system } = process.cpuUsage(before);
  const cases = walked * questionsInWalk;
  return { world: world.name, entities: universe.size, cases, seconds: (user + system) / 1e6, difference };
}

function report(): void {
  const head = ["world", "entities", "cases", "differences", "CPU seconds"];
  const cells = rows.map(({ world, entities, cases, seconds, difference }) => [
    world,
    spaced(entities),
    spaced(cases),
    difference === undefined ? "0" : "1",
    seconds.toFixed(1),
  ]);
  console.log(table(head, cells));
  const differing = rows.flatMap(({ difference }) => difference ?? []);
  const all = rows.reduce((sum, { cases }) => sum + cases, 0);
  console.log(`\n${spaced(all)} cases in all, ${differing.length} worlds differ`);
  for (const difference of differing) console.log(`\n${difference}`);
  if (differing.length > 0) process.exitCode = 1;
}
