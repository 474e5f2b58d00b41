import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { expect, it } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { createProxy } from "./proxy.ts";

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
};

/** Opens a tunnel to a host that sends a few bytes and then nothing. */
const tunnelTo = async (says: string, idleMs: number) => {
  const host = createServer((socket) => void socket.on("error", () => undefined).write(says));
  const hostPort = await listening(host);
  const { server, close } = createProxy({
    dial: async () => {
      const socket = connect(hostPort, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
    onRefused: () => undefined,
    idleMs,
  });
  const client: Socket = connect(await listening(server), "127.0.0.1");
  atFileEnd(async () => {
    client.destroy();
    close();
    host.close();
  });
  client.write("CONNECT registry.example:443 HTTP/1.1\r\nHost: registry.example\r\n\r\n");
  return client;
};

it("a tunnel whose remote end stops sending is closed, so that the client retries", async () => {
  const client = await tunnelTo("half of a package", 50);
  let received = "";
  client.on("data", (chunk: Buffer) => (received += chunk.toString()));
  await once(client, "close");
  expect(received).toMatch(/200 Connection established[^]*half of a package$/);
});
