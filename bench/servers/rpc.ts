/**
 * The RPC service over a real database, metered, in front of one node, whose address is in the folder. Its key has no
 * rate limit, because a key's 1,000 units per second would limit the measurement.
 */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import { pino } from "pino";
import { giveBonus, landUnit, payingTeam } from "../../tests/support/billing/paying-team.ts";
import { openStanding } from "../../tests/support/billing/unlocks.ts";
import { readConfig } from "../../src/cloud/config.ts";
import { registerRpcGateway } from "../../src/cloud/rpc/http.ts";
import { registerRpcSockets } from "../../src/cloud/rpc/sockets.ts";
import { createHandlerServer } from "../../src/cloud/http/edge/server.ts";
import { createAllowance } from "../../src/cloud/billing/ledger/allowance.ts";
import { createOutcomes } from "../../src/cloud/billing/ledger/usage/outcomes.ts";
import { createUsage } from "../../src/cloud/billing/ledger/usage/usage.ts";
import { newSecret } from "../../src/cloud/rpc/keys/keys.ts";
import { createRpc } from "../../src/cloud/rpc/service.ts";
import { createUnderWay } from "../../src/cloud/http/edge/under-way.ts";
import { createLimits } from "../../src/cloud/kernel/limits/limits.ts";
import { createSecretBox } from "../../src/cloud/kernel/secret-box.ts";
import { withEngines } from "../engines.ts";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;
const manyUnits = 10n ** 15n;
const muchLand = 10n ** 8n * landUnit;

await withEngines(async ({ database }) => {
  const url = await readFile(join(folder, "node"), "utf8");
  const upstreams = join(folder, "upstreams.json");
  const chain = { name: "Bench", chainId: 31_337, blockMs: 1000, finality: 64, upstreams: [url] };
  await writeFile(upstreams, JSON.stringify({ polygon: { mainnet: chain } }));
  const config = readConfig({ DATA_DIR: folder, RPC_UPSTREAMS_FILE: upstreams });
  const { db } = database;
  const teamId = await payingTeam(db, muchLand);
  await giveBonus(db, teamId, "COMPUTE_UNIT", manyUnits, 0);
  const id = randomUUID();
  const { userKey, ...secret } = newSecret(createSecretBox(config), id);
  await db
    .insertInto("rpc_key")
    .values({ id, team_id: teamId, name: "bench", notes: "", type: "VIP", ...secret })
    .execute();
  await writeFile(join(folder, "path"), `/v1/polygon/mainnet/${userKey}`);

  const log = pino({ level: "silent" });
  const usage = createUsage(database);
  const blocks: ((key: "polygon") => void)[] = [];
  const rpc = createRpc({
    config,
    engines: {
      database,
      realtime: { signal: () => undefined, onSignal: () => undefined },
      evm: { chains: [], handle: undefined, onBlocks: (listener) => (blocks.push(listener), () => undefined) },
    },
    usage,
    outcomes: createOutcomes(database),
    allowance: createAllowance(usage),
    standing: openStanding(),
    limits: createLimits(),
    rate: { reserve: () => ({ waitMs: 0 }) },
    log,
  });
  await rpc.serve();
  // Announces blocks like the local chains.
  process.on("message", (word) => word === "block" && blocks.forEach((listener) => listener("polygon")));
  const app = fastify({
    logger: false,
    serverFactory: (listener) => createHandlerServer(listener, { onFault: (error) => log.error(error) }),
  });
  registerRpcGateway(app, rpc);
  registerRpcSockets(app, rpc, createUnderWay());
  await app.ready();
  underTest(app.server);
  await new Promise((resolve) => app.server.on("close", resolve));
  await app.close();
  await rpc.close();
  await usage.flush();
});
