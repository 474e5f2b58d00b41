import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { carOf, folderBlocks, type FolderContent } from "../../../../../tests/support/ipfs/car.ts";
import { testInternetComputer } from "../../../../../tests/support/ipfs/internet-computer.ts";
import { ipfsGateway } from "../../../../../tests/support/ipfs/ipfs-gateway.ts";
import { connectAssetCanister } from "../../../engines/platforms/asset-canister.ts";
import { createInternetComputer } from "../../../engines/platforms/internet-computer.ts";
import { prepareHash } from "../sources/deploy-source.ts";
import { messages } from "../messages.ts";
import { presentDeployment } from "../present.ts";
import { cancel } from "../removal.ts";

const onInternetComputer = async () => {
  const replica = await testInternetComputer();
  const identityFile = join(await mkdtemp(join(tmpdir(), "freehold-ic-")), "identity.pem");
  const { privateKey } = generateKeyPairSync("ed25519");
  await writeFile(identityFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  const settings = { ...replica, domain: "icp0.io", identityFile };
  const platform = createInternetComputer(settings, await connectAssetCanister(settings, replica));
  const cloud = await testHosting({}, { platforms: { get: (key) => (key === "IC" ? platform : undefined) } });
  await cloud.hosting.work();
  return { replica, cloud };
};

test("a project on the Internet Computer is sent to its canister and is also served by this server", async () => {
  const { replica, cloud } = await onInternetComputer();
  const team = await cloud.team();
  const project = await cloud.project(team, { name: "meadow", platform: "IC" });
  const id = await cloud.deployFiles(team, project, { "index.html": "<h1>Meadow</h1>", "a/b.txt": "bee" });
  const row = await cloud.ended(team, id);
  expect(row).toMatchObject({ state: "success", platform: "IC" });
  const { label } = await cloud.live(team, project);
  expect([...replica.assets.keys()].toSorted()).toEqual([`/${label}/a/b.txt`, `/${label}/index.html`]);
  const presented = presentDeployment(row, { cidUrl: (cid) => cid, siteUrl: (name) => name });
  expect(presented).toMatchObject({
    canister: replica.canisterId,
    platformUrl: `https://${replica.canisterId}.icp0.io/${label}/`,
  });
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "<h1>Meadow</h1>" });
});

test("a project can't be created for a platform that is not configured", async () => {
  const { cloud } = await onInternetComputer();
  const team = await cloud.team();
  await expect(cloud.project(team, { platform: "GREENFIELD" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

let cloud: TestHosting;
let gateway: Awaited<ReturnType<typeof ipfsGateway>>;
beforeAll(async () => {
  gateway = await ipfsGateway();
  cloud = await testHosting({ IPFS_GATEWAYS: gateway.url });
  await cloud.hosting.work();
});

/** Stores a folder only on the gateway. */
const elsewhere = async (files: FolderContent) => {
  const blocks = await folderBlocks(files);
  const cid = blocks[0]!.cid.toString();
  return { cid, blocks, give: async () => gateway.cars.set(cid, await carOf(blocks)) };
};

const deployHash = async (ipfsPath: string) => {
  const team = await cloud.team();
  const project = await cloud.project(team, { deployType: "CID", ipfsPath });
  const queue = await prepareHash(cloud.hosting.deps, cloud.db, team, project);
  const { deployment } = await cloud.inTrx(queue);
  return { team, project, id: deployment.id };
};

const logTextOf = async (team: string, id: string): Promise<string> =>
  (await cloud.logOf(team, id)).map(({ content }) => content).join("\n");

test("content not stored here is fetched from a configured gateway, with its progress in the log", async () => {
  const { cid, give } = await elsewhere({ "index.html": "from afar", "a.txt": "a" });
  await give();
  const { team, project, id } = await deployHash(`/ipfs/${cid}`);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success", cid });
  const { label } = await cloud.live(team, project);
  expect((await cloud.visit(label)).text).toBe("from afar");
  const logText = await logTextOf(team, id);
  expect(logText).toContain(messages.fetching(cid));
  expect(logText).toMatch(/Received \d/);
  expect(await cloud.storedBytes(team)).toBeGreaterThan(0n);
});

test("a deployment fails with one error message when no gateway has the content or one returns other content", async () => {
  const { cid, blocks } = await elsewhere({ "index.html": "nobody has me" });
  const { team, id } = await deployHash(`/ipfs/${cid}`);
  const ended = await cloud.ended(team, id);
  expect(ended).toMatchObject({ state: "failure", live_deployment_id: null });
  expect(ended.error_message).toMatch(/^The content was not found\./);
  const forged = { cid: blocks[1]!.cid, bytes: new TextEncoder().encode("forged") };
  gateway.cars.set(cid, await carOf([blocks[0]!, forged]));
  const again = await deployHash(`/ipfs/${cid}`);
  expect((await cloud.ended(again.team, again.id)).error_message).toContain("damaged or incomplete");
});

test("a folder inside fetched content is deployed as the site", async () => {
  const { cid, give } = await elsewhere({
    "index.html": "the root",
    docs: { guide: { "index.html": "the guide", "page.html": "a page" } },
  });
  await give();
  const { team, project, id } = await deployHash(`/ipfs/${cid}/docs/guide`);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
  const { label } = await cloud.live(team, project);
  expect((await cloud.visit(label)).text).toBe("the guide");
  expect((await cloud.visit(label, "/page.html")).text).toBe("a page");
  expect((await cloud.visit(label, "/docs/guide/page.html")).status).toBe(404);
});

test("the error names a folder that is missing in the fetched content", async () => {
  const { cid, give } = await elsewhere({ "index.html": "root" });
  await give();
  const { team, id } = await deployHash(`/ipfs/${cid}/docs`);
  expect(await cloud.ended(team, id)).toMatchObject({
    state: "failure",
    error_message: messages.folderMissing(`/ipfs/${cid}/docs`),
  });
});

test("a deployment that is fetching content is cancelled at once", async () => {
  const { cid, give } = await elsewhere({ "index.html": "x".repeat(1000) });
  await give();
  const release = gateway.hold();
  try {
    const { team, id } = await deployHash(`/ipfs/${cid}`);
    await expect.poll(() => logTextOf(team, id)).toContain(messages.fetching(cid));
    await cloud.inTrx((trx) => cancel(trx, team, id));
    expect(await cloud.ended(team, id)).toMatchObject({ state: "cancelled" });
  } finally {
    release();
  }
});
