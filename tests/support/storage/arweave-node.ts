/**
 * Serves an embedded Arweave in a separate process until it is killed; prints its port. Arguments: database URL, data
 * directory.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import { openEmbeddedArweave } from "../../../src/cloud/devnet/arweave/open.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { createArweaveHandler } from "../../../src/cloud/storage/arweave/handler.ts";
import { oneProcess } from "../server/owners.ts";

const [url, dataDir] = process.argv.slice(2) as [string, string];
const log = pino({ level: "silent" });
const database = { ...connectDatabase({ connectionString: url }, log), embedded: { dataDir } };
const blocks = await openBlocks(readConfig({ DATA_DIR: dataDir }), database, log);
const weave = await openEmbeddedArweave({ ...oneProcess(), database, blocks, log, delayMs: 1_000_000 });
const front = createArweaveHandler(weave.handle, { contentDomain: "localhost" });
const server = createServer((request, response) => void front.handle(request, response));
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
