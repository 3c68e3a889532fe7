// Memories that are acknowledged, and the bare transaction that writes the same rows.

import { entities } from "./corpus.ts";
import { serve } from "./processes.ts";
import { callers, send } from "./requests.ts";
import { atLeast, medians, type Section } from "./section.ts";
import { addProject } from "./store.ts";

const insert = `insert into memory (project_id, organization_id, id, key_id, content, scope) values ($1, $2, $3, $4, $5, 'project')`;
const learn = `insert into word (organization_id, owner_id, word)
  select $1::uuid, $3::uuid, lexeme from unnest(ts_filter(searchable($2, 'A', 'B'), '{a}')) where length(lexeme) between 2 and 40 order by 2
  on conflict (organization_id, owner_id, of_passages, word) do nothing`;

/** Writes in a second, over HTTP and bare. */
export const memories: Section = {
  id: "memories",
  title: "A memory that is acknowledged",
  how: `Eight callers with one key write one memory at a time with \`POST /v1/memories\`, each the next as soon as the last is acknowledged; in turn with eight connections that run
\`begin\`, an insert into the same table with the same indexes, an insert of its words into the vocabulary, and \`commit\`, as prepared statements. Each acknowledged write is on the disk
(\`fsync\` and \`synchronous_commit\` are on). Over HTTP, what comes while a transaction of the key is committed shares the next one; where everything shares two cores, their time decides and not the disk.`,
  measure: async (run) => {
    const database = await run.postgres.create();
    const { key, tenant } = await addProject(database);
    const { organizationId, projectId, keyId } = tenant;
    const server = await serve([], { DATABASE_URL: database.url });
    const texts = entities(0, Number.POSITIVE_INFINITY);
    const content = (): string => texts.next().value?.name ?? "";
    const post = async () =>
      await send({ url: `${server.url}/v1/memories`, key, body: { content: content() } });
    const write = async (): Promise<void> => {
      const text = content();
      const client = await database.pool.connect();
      try {
        await client.query("begin");
        const memory = [projectId, organizationId, crypto.randomUUID(), keyId, text];
        await client.query({ name: "memory", text: insert, values: memory });
        await client.query({ name: "words", text: learn, values: [organizationId, text, projectId] });
        await client.query("commit");
      } finally {
        client.release();
      }
    };
    const perSecond = (work: () => Promise<unknown>) => async () => {
      const start = performance.now();
      const seconds = () => (performance.now() - start) / 1000;
      const done = await callers(8, work, () => seconds() < run.rounds(3000) / 1000);
      return done / seconds();
    };
    const variants = [perSecond(post), perSecond(write)];
    await medians(1, variants);
    const [http = Number.NaN, bare = Number.NaN] = await medians(run.rounds(9), variants);
    await server.stop();
    return {
      goals: [atLeast("memory writes a second over HTTP / bare transactions", 0.7, "×", http / bare)],
      rows: [{ "over HTTP, a second": http, "bare, a second": bare }],
    };
  },
};
