/** Tokens in socket URLs stay out of every log. */
import { connect } from "node:net";
import { once } from "node:events";
import { io } from "socket.io-client";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { testCloud } from "../../support/server/cloud.ts";
import { signIn } from "../../support/account/sign-in.ts";

test("socket query tokens are redacted from logs", async () => {
  const cloud = await testCloud({ LOG_LEVEL: "debug" });
  const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
  const ended = `${accessToken.slice(0, -8)}spoiledX`;
  for (const authorization of [accessToken, ended]) {
    for (const transport of ["websocket", "polling"]) await connectBy(cloud.url, authorization, transport);
    // Requests that no socket client sends: another version, another path, a broken upgrade, no HTTP at all.
    const paths = [
      `/socket.io/?EIO=3&transport=polling&authorization=${authorization}`,
      `/socket.io?authorization=${authorization}`,
    ];
    for (const path of [
      ...paths,
      `/nowhere?authorization=${authorization}`,
      `/api/nothing?authorization=${authorization}`,
    ])
      await fetch(cloud.url + path);
    const query = `?EIO=4&transport=websocket&authorization=${authorization}`;
    await raw(
      cloud.port,
      `GET /socket.io/${query} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    await raw(cloud.port, `GET /socket.io/${query} HTTP/9\r\n\r\n`);
  }
  await cloud.close();
  expect(cloud.logged.length).toBeGreaterThan(0);
  const lines = cloud.logged.map((line) => JSON.stringify(line));
  for (const token of [accessToken, ended, accessToken.split(".")[2]!])
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
});

const connectBy = async (url: string, authorization: string, transport: string): Promise<void> => {
  const socket = io(url, { query: { authorization }, transports: [transport], reconnection: false, forceNew: true });
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve);
    socket.once("connect_error", () => resolve());
  });
  socket.disconnect();
};

/** Sends raw bytes until the server has answered or closes the connection. */
const raw = async (port: number, text: string): Promise<void> => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(text);
  await Promise.race([once(socket, "data"), once(socket, "close")]);
  socket.destroy();
};
