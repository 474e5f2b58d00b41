import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testInternetComputer } from "../../../../tests/support/ipfs/internet-computer.ts";
import { connectAssetCanister } from "./asset-canister.ts";
import { createInternetComputer } from "./internet-computer.ts";
import type { PlatformFile } from "./platforms.ts";

const identity = async (type: "ed25519" | "x25519" = "ed25519"): Promise<string> => {
  const { privateKey } = generateKeyPairSync(type as "ed25519");
  const file = join(await mkdtemp(join(tmpdir(), "freehold-ic-")), "identity.pem");
  await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }));
  return file;
};

const filesOf = (contents: Record<string, string>): PlatformFile[] =>
  Object.entries(contents).map(([path, content]) => ({
    path,
    sizeBytes: content.length,
    contentType: path.endsWith(".html") ? "text/html; charset=utf-8" : "text/css; charset=utf-8",
    read: () => Promise.resolve(new TextEncoder().encode(content)),
  }));

const connected = async () => {
  const replica = await testInternetComputer();
  const settings = { ...replica, domain: "icp0.io", identityFile: await identity() };
  const platform = createInternetComputer(settings, await connectAssetCanister(settings, replica));
  const progress: string[] = [];
  const publish = (contents: Record<string, string>, label = "meadow") =>
    platform.publish(
      { label, cid: "bafy", files: filesOf(contents) },
      { signal: new AbortController().signal, say: (line) => progress.push(line) },
    );
  const storedFiles = () => Object.fromEntries([...replica.assets].map(([key, { bytes }]) => [key, bytes.toString()]));
  return { replica, publish, storedFiles, progress };
};

test("a site is stored in its own folder of the asset canister, signed and certified by the network's rules", async () => {
  const { replica, publish, storedFiles } = await connected();
  const large = "x".repeat(4_000_000);
  const placed = await publish({ "index.html": "<h1>Meadow</h1>", "css/a.css": large });
  expect(storedFiles()).toEqual({ "/meadow/index.html": "<h1>Meadow</h1>", "/meadow/css/a.css": large });
  expect(placed.address).toBe(`https://${replica.canisterId}.icp0.io/meadow/`);
  expect(placed.facts).toEqual({ canister: replica.canisterId, folder: "/meadow/" });
});

test("the next deployment sends only changed files, deletes removed ones, and does not affect other projects", async () => {
  const { replica, publish, storedFiles, progress } = await connected();
  await publish({ "index.html": "orchard" }, "orchard");
  await publish({ "index.html": "one", "old.html": "old", "same.css": "same" });
  replica.calls.length = 0;
  await publish({ "index.html": "two", "same.css": "same" });
  expect(storedFiles()).toEqual({
    "/orchard/index.html": "orchard",
    "/meadow/index.html": "two",
    "/meadow/same.css": "same",
  });
  expect(replica.calls.filter((method) => method === "create_chunk")).toHaveLength(1);
  expect(progress.at(-1)).toBe(`Uploading 1 of 2 files to canister ${replica.canisterId}.`);
});

test("a response without the network's signature is rejected with a message", async () => {
  const replica = await testInternetComputer();
  const stranger = await testInternetComputer();
  const settings = { ...replica, domain: "icp0.io", identityFile: await identity() };
  const platform = createInternetComputer(settings, await connectAssetCanister(settings, stranger));
  const publishing = platform.publish(
    { label: "meadow", cid: "bafy", files: filesOf({ "index.html": "one" }) },
    { signal: new AbortController().signal, say: () => undefined },
  );
  await expect(publishing).rejects.toThrow(/^The Internet Computer rejected the files: /);
});

test("an invalid or missing key is reported with its setting", async () => {
  const settings = { host: "http://127.0.0.1:1", canisterId: "aaaaa-aa", domain: "icp0.io" };
  const other = { ...settings, identityFile: await identity("x25519") };
  await expect(connectAssetCanister(other)).rejects.toThrow("IC_IDENTITY_FILE must hold an Ed25519 key");
  const none = { ...settings, identityFile: "/nowhere.pem" };
  await expect(connectAssetCanister(none)).rejects.toThrow("IC_IDENTITY_FILE: can't read /nowhere.pem.");
});
