import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "../file-end.ts";

/** Serves on a free port of 127.0.0.1 until the test file ends. Returns the port. */
export const listenOnLoopback = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
};
