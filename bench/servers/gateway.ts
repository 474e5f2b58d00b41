/**
 * The gateway over real engines and Freehold's HTTP server, metered, with the folder deployed as the site "bench", and
 * imported as a CAR file in the layout of other software. Writes the CIDs to `<folder>.cid` and `<folder>.car-cid`.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { createHandlerServer } from "../../src/cloud/http/edge/server.ts";
import type { Realtime } from "../../src/cloud/engines/realtime/realtime.ts";
import { createAllowance } from "../../src/cloud/billing/ledger/allowance.ts";
import { createUsage } from "../../src/cloud/billing/ledger/usage/usage.ts";
import { createGateway } from "../../src/cloud/gateway/serve/service.ts";
import { createHostnames } from "../../src/cloud/hosting/hostnames/service.ts";
import { createContentOwners } from "../../src/cloud/storage/content-owners/service.ts";
import { fake } from "../../tests/support/fake.ts";
import { carOf, importedDag } from "../../tests/support/ipfs/dag.ts";
import { withEngines } from "../engines.ts";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;
const teamId = randomUUID();

await withEngines(async ({ blocks, database }) => {
  const { cid } = await blocks.importFolder(folder);
  const hostnames = createHostnames();
  await database.db.transaction().execute((trx) => hostnames.claim(trx, "bench", "project", "bench"));
  await writeFile(`${folder}.cid`, cid);
  const files = await readdir(folder);
  const entries = await Promise.all(files.map(async (path) => ({ path, content: await readFile(join(folder, path)) })));
  const dag = await importedDag(entries, { profile: "unixfs-v0-2015", wrapWithDirectory: true });
  const carFile = blocks.stagingPath("bench.car");
  await writeFile(carFile, await carOf([dag.root], dag.blocks));
  const car = await blocks.importCar(carFile, { entriesMax: 100 });
  await database.db.transaction().execute((trx) => car.record(trx));
  const carCid = dag.root.toV1().toString();
  await writeFile(`${folder}.car-cid`, carCid);
  const usage = createUsage(database);
  const realtime = fake<Realtime>({ signal: () => undefined, onSignal: () => undefined });
  const contentOwners = createContentOwners({
    engines: { database, blocks, realtime },
    allowance: createAllowance(usage),
  });
  contentOwners.publishes(sql`root.cid in (${cid}, ${carCid})`);
  const gateway = createGateway(
    { blocks, database, realtime },
    {
      contentDomain: "localhost",
      hostnames,
      access: {
        isPublic: contentOwners.isPublic,
        isOwn: (team, content) => contentOwners.isOwn(database.db, team, content),
        teamOf: async () => undefined,
      },
      onServed: ({ teamId, subject, bytes }) => usage.record({ teamId, subject, resource: "TRAFFIC", amount: bytes }),
    },
  );
  gateway.registerKind("project", async () => ({ cid, teamId, subject: "bench" }));
  const server = createHandlerServer(() => undefined, {
    fronts: [
      {
        name: "gateway",
        addresses: [],
        servesHost: gateway.serves,
        servesPath: (url) => url.startsWith("/ipfs/"),
        handle: gateway.handle,
        headers: "all",
      },
    ],
    onFault: (error) => process.stderr.write(`${String(error)}\n`),
  });
  underTest(server);
  await new Promise((resolve) => server.on("close", resolve));
  await usage.flush();
});
