import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testHosting } from "../../../../tests/support/hosting.ts";
import { testInternetComputer } from "../../../../tests/support/internet-computer.ts";
import { connectAssetCanister } from "../../engines/platforms/asset-canister.ts";
import { createInternetComputer } from "../../engines/platforms/internet-computer.ts";
import { presentDeployment } from "./present.ts";

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
