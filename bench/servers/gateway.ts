/** The gateway over real engines and Freehold's HTTP server, metered, with the folder deployed as the site "bench". */
import { randomUUID } from "node:crypto";
import { createHandlerServer } from "../../src/cloud/http/server.ts";
import { createUsage } from "../../src/cloud/billing/ledger/usage/usage.ts";
import { createGateway } from "../../src/cloud/gateway/serve/service.ts";
import { createHostnames } from "../../src/cloud/hosting/hostnames/service.ts";
import { withEngines } from "../engines.ts";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;
const teamId = randomUUID();

await withEngines(async ({ blocks, database }) => {
  const { cid } = await blocks.importFolder(folder);
  const hostnames = createHostnames();
  await database.db.transaction().execute((trx) => hostnames.claim(trx, "bench", "project", "bench"));
  const usage = createUsage(database);
  const gateway = createGateway(
    { blocks, database, realtime: { signal: () => undefined, onSignal: () => undefined } },
    {
      contentDomain: "localhost",
      hostnames,
      onServed: ({ teamId, subject, bytes }) => usage.record({ teamId, subject, resource: "TRAFFIC", amount: bytes }),
    },
  );
  gateway.registerKind("project", async () => ({ cid, teamId, subject: "bench" }));
  const server = createHandlerServer(() => undefined, {
    gateway,
    onFault: (error) => process.stderr.write(`${String(error)}\n`),
  });
  underTest(server);
  await new Promise((resolve) => server.on("close", resolve));
  await usage.flush();
});
