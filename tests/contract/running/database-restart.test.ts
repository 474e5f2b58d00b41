/** An external database restarts: the server's processes survive, report it, and continue. */
import { join } from "node:path";
import { io } from "socket.io-client";
import { expect, test } from "vitest";
import { aiKeyPrefix } from "../../../src/cloud/ai/proxy/keys.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { withEmbeddedDatabase } from "../../support/database/embedded-database.ts";
import { startExternalDatabase } from "../../support/database/external-database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { expectReady } from "../../support/server/ready.ts";
import { unlockAllUsersOn } from "../../support/billing/unlocks.ts";

const unknownCid = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
const json = { "content-type": "application/json" };
const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

test("two processes survive a restart of their database and terminated connections, and events travel between them again", async () => {
  const folder = await temporaryFolder();
  const database = await startExternalDatabase(folder);
  const dataDir = join(folder, "data");
  const first = startCloudProcess(dataDir, database.settings);
  const url = await first.ready;
  const second = startCloudProcess(dataDir, { ...database.settings, ROLE: "web" });
  const urls = [url, await second.ready];
  await unlockAllUsersOn(folder);
  const owner = await newOwner(url);
  const stranger = await newOwner(url);
  await owner.site("plain", "<h1>Still here</h1>");
  const pinning = await owner.data<{ accessToken: string }>("POST /api/pinning/user/ipfs-pinning-service/token", {});
  const rpcKey = { name: "key", notes: "", type: "FREE" };
  const rpc = await owner.data<{ userKey: string }>("POST /api/rpc/rpc/manager/keys", rpcKey);
  const sockets = urls.map((at) => io(at, { query: { authorization: owner.token }, transports: ["websocket"] }));
  for (const socket of sockets) atFileEnd(async () => void socket.disconnect());
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve))));

  await database.stop();
  // Each handler reports that the database is unavailable, and when to retry; no process exits.
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const rpcPath = `/v1/polygon/mainnet/${rpc.userKey}`;
  for (const [host, method, path, headers] of [
    ["localhost", "GET", "/api/auth/user", { authorization: owner.token }],
    ["localhost", "GET", "/api/hosting/project/v3/list", { authorization: owner.token }],
    ["localhost", "GET", "/s3/bucket/key", {}],
    [
      "localhost",
      "GET",
      "/git/a/b.git/info/refs?service=git-upload-pack",
      { authorization: `Basic ${btoa("x:fh_00000000")}` },
    ],
    ["localhost", "GET", `/ipfs/${unknownCid}`, {}],
    [`${unknownCid}.ipfs.localhost`, "GET", "/", {}],
    ["elsewhere.localhost", "GET", "/", {}],
    ["localhost", "POST", rpcPath, json],
    ["localhost", "GET", "/api/v1/models", bearer(`${aiKeyPrefix}${"a".repeat(40)}`)],
    ["localhost", "GET", "/api/pinning/pins", bearer(pinning.accessToken)],
    ["localhost", "GET", rpcPath, upgrade],
    ["localhost", "GET", "/rollup/123456", upgrade],
  ] as const) {
    const answer = await ask(Number(new URL(url).port), host, path, { method, headers });
    const retryAfter = answer.headers["retry-after"];
    expect([host, path, answer.status, retryAfter]).toEqual([host, path, 503, expect.stringMatching(/^\d+$/)]);
  }
  // A user this process has not seen before.
  const query = { authorization: stranger.token };
  const late = io(urls[1]!, { query, transports: ["websocket"], forceNew: true });
  atFileEnd(async () => void late.disconnect());
  const refused = await new Promise<Error & { data?: unknown }>((resolve) => late.once("connect_error", resolve));
  expect(refused.data).toEqual({ code: "DATABASE_UNAVAILABLE" });
  for (const at of urls) {
    expect((await fetch(`${at}/readyz`)).status).toBe(503);
    expect((await fetch(`${at}/healthz`)).status).toBe(200);
  }
  await database.start();
  for (const at of urls) await expectReady(at);
  expect((await owner.call("GET /api/auth/user", { token: owner.token })).status).toBe(200);

  for (let round = 0; round < 3; round += 1) {
    await withEmbeddedDatabase(folder, (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      ),
    );
    for (const at of urls) await expectReady(at);
  }
  const hearers = new Set<number>();
  sockets.forEach((socket, n) => socket.on("PROJECT_BUILD", () => hearers.add(n)));
  const deployAndHear = async (): Promise<number> => {
    await owner.site(`after-${Date.now()}`, "x").catch(() => undefined);
    return hearers.size;
  };
  await expect.poll(deployAndHear, patience).toBe(2);
  expect([first.child.exitCode, second.child.exitCode]).toEqual([null, null]);
});
