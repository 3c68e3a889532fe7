// Builds dist: the service as a package of its own, with the console, in JavaScript, which Node also runs in `node_modules`, where it strips no types. In a
// folder of its own, which becomes dist in one step, as a build that is stopped leaves no half of one.

import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { cp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import toolkit from "../../package.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };

const service = fileURLToPath(new URL("..", import.meta.url));
const root = join(service, "..");
const draft = join(service, `dist-${String(process.pid)}`);
const dist = join(service, "dist");

/** What the program reads next to its modules, and what every package has. */
const assets: readonly string[] = ["bin/*.js", "src/**/*.{css,js,md,sql}", "extractors/*/words/*.txt"];

/** What belongs to the whole repository. */
const shared: readonly string[] = [
  "LICENSE",
  "NOTICE",
  // The first project of `start`.
  "fixtures/debian/README.md",
  "fixtures/debian/catalog.json",
  "fixtures/debian/entities.ndjson",
  // The colors of the pages.
  "editors/playground/styles/tokens.css",
];

process.on("exit", () => rmSync(draft, { recursive: true, force: true }));
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", draft], {
  cwd: service,
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
await Promise.all([
  ...globSync(assets, { cwd: service, exclude: ["src/**/README.md"] }).map(
    async (file) => await cp(join(service, file), join(draft, file)),
  ),
  ...shared.map(async (file) => await cp(join(root, file), join(draft, file))),
  cp(join(service, "deploy/package/README.md"), join(draft, "README.md")),
  cp(join(root, "packages/console/dist"), join(draft, "console"), { recursive: true }),
]);
await writeFile(join(draft, "package.json"), `${JSON.stringify(packedManifest(), null, 2)}\n`);
await rm(dist, { recursive: true, force: true });
await rename(draft, dist);
console.log(`dist is built: ${String(globSync("**/*.js", { cwd: dist }).length)} files of JavaScript`);

/** The manifest of the package: with the version of the toolkit in place of its folder, and nothing that only a clone needs. */
function packedManifest(): object {
  const { scripts: _scripts, devDependencies: _devDependencies, ...rest } = manifest;
  return { ...rest, dependencies: { ...rest.dependencies, "slice-cql": toolkit.version } };
}
