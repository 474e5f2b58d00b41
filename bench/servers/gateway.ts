/** Ours: the gateway over real engines, with the folder deployed as the site "bench". */
import { createServer } from "node:http";
import { createGateway } from "../../src/cloud/services/gateway/service.ts";
import { createHostnames } from "../../src/cloud/services/hostnames/service.ts";
import { withGround } from "../ground.ts";
import { underTest } from "./control.ts";

const folder = process.argv[2]!;

await withGround(async ({ blocks, database }) => {
  const { cid } = await blocks.importFolder(folder);
  const hostnames = createHostnames();
  await database.db.transaction().execute((trx) => hostnames.claim(trx, "bench", "project", "bench"));
  const gateway = createGateway(
    { blocks, database },
    { contentDomain: "localhost", hostnames, onServed: () => undefined },
  );
  gateway.registerKind("project", async () => ({ cid, teamId: "bench", subject: "bench" }));
  const server = createServer((request, response) => void gateway.handle(request, response));
  underTest(server);
  await new Promise((resolve) => server.on("close", resolve));
});
