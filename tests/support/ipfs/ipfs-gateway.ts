import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "../file-end.ts";

/** Starts a trustless gateway of another network, which serves the given content and records its requests. */
export const ipfsGateway = async () => {
  const cars = new Map<string, Buffer>();
  const records = new Map<string, Buffer>();
  const requests: string[] = [];
  let held = Promise.resolve();
  const server = createServer(async ({ url = "" }, response) => {
    requests.push(url);
    const [, space, name = ""] = new URL(url, "http://gateway").pathname.split("/");
    const body = space === "ipfs" ? cars.get(name) : records.get(name);
    const type = space === "ipfs" ? "application/vnd.ipld.car; version=1" : "application/vnd.ipfs.ipns-record";
    if (!body) return void response.writeHead(404).end("not found");
    const half = Math.floor(body.length / 2);
    response.writeHead(200, { "content-type": type }).write(body.subarray(0, half));
    await held;
    response.end(body.subarray(half));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Stalls in the middle of each answer, until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { hold, url: `http://127.0.0.1:${port}`, port, cars, records, requests };
};
