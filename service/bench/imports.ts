// Entities imported by the command line, and by `COPY`.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { entities } from "./corpus.ts";
import { type OwnDatabase, temporaryFolder } from "./postgres.ts";
import { runCommand } from "./processes.ts";
import { atLeast, medians, milliseconds, type Section } from "./section.ts";
import { addProject, copy, copyLines } from "./store.ts";

/** The time of `COPY` over that of an import. */
export const imports: Section = {
  id: "imports",
  title: "Import",
  how: `20 000 entities by \`entity import\` from a file of lines, with the start of the program, against \`COPY\` of the same rows from a file into the same table with the same indexes and keys; each into
a new database. The import checks every line, writes the vocabulary as well, and is one transaction. Most of the time of both goes into the column of words and its index.`,
  measure: async (run) => {
    const lines = [...entities(1, Math.min(20_000, run.entities))];
    const folder = temporaryFolder();
    const [json, rows] = [join(folder, "lines.ndjson"), join(folder, "rows.txt")];
    writeFileSync(json, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const inNewDatabase = (work: (database: OwnDatabase, projectId: string) => Promise<void>) => async () => {
      const database = await run.postgres.create();
      const { tenant } = await addProject(database);
      writeFileSync(rows, copyLines(tenant, lines));
      const time = await milliseconds(async () => await work(database, tenant.projectId));
      await database.close();
      return time;
    };
    const [imported = Number.NaN, copied = Number.NaN] = await medians(run.rounds(5), [
      inNewDatabase(
        async ({ url }, project) =>
          await runCommand(["entity", "import", "--project", project, json], { DATABASE_URL: url }),
      ),
      inNewDatabase(async ({ pool }) => await copy(pool, rows)),
    ]);
    return {
      goals: [atLeast("entity import, speed over that of `COPY`", 0.5, "×", copied / imported)],
      rows: [{ entities: lines.length, "import, ms": imported, "`COPY`, ms": copied }],
    };
  },
};
