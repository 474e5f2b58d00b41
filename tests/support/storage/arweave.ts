/** Serves an embedded Arweave over HTTP to the unmodified `arweave` client. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Arweave from "arweave";
import { pino } from "pino";
import { openEmbeddedArweave } from "../../../src/cloud/devnet/arweave/open.ts";
import { openWallet } from "../../../src/cloud/engines/arweave/wallet.ts";
import { createArweaveHandler } from "../../../src/cloud/storage/arweave/handler.ts";
import { arweaveKey } from "./arweave-key.ts";
import { testBlocks } from "../ipfs/blocks.ts";
import { atFileEnd } from "../file-end.ts";
import { oneProcess } from "../server/owners.ts";

/** Creates a client for the Arweave below an address, as any program would. */
export const arweaveClient = (port: number) =>
  // The library doesn't support paths; appending one to the port makes it find /arweave.
  Arweave.init({ host: "127.0.0.1", protocol: "http", port: `${port}/arweave` });

export const testArweave = async () => {
  const { blocks, database, dataDir } = await testBlocks();
  const log = pino({ level: "silent" });
  // Blocks are mined on the test's request.
  const weave = await openEmbeddedArweave({ ...oneProcess(), database, blocks, log, delayMs: 1_000_000 });
  const front = createArweaveHandler(weave.handle, { contentDomain: "localhost" });
  const faults: unknown[] = [];
  const server = createServer((request, response) => {
    front.handle(request, response).catch((error: unknown) => {
      faults.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await weave.close();
  });
  const { port } = server.address() as AddressInfo;
  const wallet = openWallet(arweaveKey);
  await weave.endow(wallet.address);
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/arweave${path}`, init);
  return { weave, blocks, database, dataDir, port, wallet, client: arweaveClient(port), get, faults };
};
