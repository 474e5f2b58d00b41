/** The AI RPC over a real database, with each request reserved and paid in LAND. Each request counts in a second of its own. */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { landUnit, payingTeam } from "../../tests/support/billing/paying-team.ts";
import { openStanding } from "../../tests/support/billing/unlocks.ts";
import { openRemoteModels } from "../../src/cloud/engines/ai/remote.ts";
import { registerAiApi } from "../../src/cloud/ai/proxy/api.ts";
import { createHandlerServer } from "../../src/cloud/http/edge/server.ts";
import { newSecret } from "../../src/cloud/ai/proxy/keys.ts";
import { createAiRpc } from "../../src/cloud/ai/proxy/service.ts";
import { createLimits } from "../../src/cloud/kernel/limits/limits.ts";
import { withEngines } from "../engines.ts";
import { openBenchModel } from "../local-model.ts";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;
const muchLand = 10n ** 9n * landUnit;

await withEngines(async ({ database }) => {
  const { db } = database;
  const log = pino({ level: "silent" });
  const url = await readFile(join(folder, "models"), "utf8");
  await sql`
    insert into resource_price (resource, item, land, per, starts_at)
    values ('AI_RPC', 'bench', ${landUnit.toString()}::numeric, 1, to_timestamp(0))
  `.execute(db);
  const teamId = await payingTeam(db, muchLand);
  const { key, ...secret } = newSecret();
  await db
    .insertInto("ai_key")
    .values({ id: randomUUID(), team_id: teamId, name: "bench", models: [], ...secret })
    .execute();
  await writeFile(join(folder, "key"), key);
  const local = await openBenchModel();
  await local.prepare(new AbortController().signal);
  let clockMs = 0;
  const aiRpc = createAiRpc({
    engines: {
      database,
      ai: {
        upstreams: [openRemoteModels({ name: "bench", url, free: false }, log), local],
      },
    },
    standing: openStanding(),
    log,
    limits: createLimits({ now: () => (clockMs += 1000) }),
  });
  const onFault = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
  const app = fastify({
    logger: false,
    serverFactory: (listener) => createHandlerServer(listener, { onFault }),
  });
  registerAiApi(app, { aiRpc, onFault });
  await app.ready();
  underTest(app.server);
  await new Promise((resolve) => app.server.on("close", resolve));
  await local.close();
});
