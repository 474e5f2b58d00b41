/** A stopping server lets transfers finish, in the real process. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { preparedDataFolder, startCloudProcess } from "../../support/server/cloud-process.ts";
import { newOwner } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";

const film = "0123456789".repeat(1_400_000);

const opened = (port: number): Socket => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  return socket;
};

test("on SIGTERM a slow download and a slow upload finish, idle connections are closed, and the process exits", async () => {
  const cloud = startCloudProcess(await preparedDataFolder(), { ANNOUNCE_SECONDS: "1" });
  const url = await cloud.ready;
  const port = Number(new URL(url).port);
  const owner = await newOwner(url);
  await owner.site("films", { "index.html": "home", "film.bin": film });

  const download = opened(port);
  download.write(`GET /film.bin HTTP/1.1\r\nHost: films.localhost:${port}\r\n\r\n`);
  await once(download, "readable");
  const kept = opened(port);
  const ask = "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  kept.write(ask);
  expect(String(await once(kept, "data"))).toMatch(/^HTTP\/1\.1 200 /);

  const { uploadId } = await owner.data<{ uploadId: string }>("POST /api/hosting/upload", {
    kind: "folder",
    files: [{ path: "a.bin", sizeBytes: 20 }],
  });
  const upload = opened(port);
  upload.write(
    `PUT /api/hosting/upload/${uploadId}/content?offset=0 HTTP/1.1\r\nHost: localhost:${port}\r\n` +
      `Authorization: ${owner.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 20\r\n\r\n0123456789`,
  );
  // Answered only after the preceding upload has reached the server.
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const exited = once(cloud.child, "exit");
  cloud.child.kill("SIGTERM");
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, patience).toBe(503);
  kept.write(ask);
  expect(await text(kept)).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i);
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => "open",
          () => "refused",
        ),
      patience,
    )
    .toBe("refused");
  upload.write("0123456789");
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 200 /);
  expect((await text(download)).endsWith(film.slice(-1000))).toBe(true);
  expect(await exited).toEqual([0, null]);
});

test("connections still open after DRAIN_SECONDS are cut, and a second signal ends the process at once", async () => {
  const dataDir = await preparedDataFolder();
  const hung = async (settings: Record<string, string>) => {
    const cloud = startCloudProcess(dataDir, settings);
    const port = Number(new URL(await cloud.ready).port);
    const socket = opened(port);
    socket.write(
      "POST /api/auth/refresh HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    );
    await expect
      .poll(async () => (await fetch(`http://localhost:${port}/metrics`)).text(), patience)
      .toMatch(/^http_requests_under_way 2$/m);
    const exited = once(cloud.child, "exit");
    cloud.child.kill("SIGTERM");
    return { cloud, socket, exited };
  };
  const cut = await hung({ DRAIN_SECONDS: "0.2" });
  expect(await cut.exited).toEqual([0, null]);

  const impatient = await hung({ DRAIN_SECONDS: "600" });
  // The same signal can arrive twice at once, also from npm; only a later one counts as the second.
  const again = setInterval(() => impatient.cloud.child.kill("SIGTERM"), 200);
  expect(await impatient.exited).toEqual([130, null]);
  clearInterval(again);
});
