import { writeFile } from "node:fs/promises";
import { CID } from "multiformats/cid";
import { describe, expect, it } from "vitest";
import { testBlocks } from "../../../../../tests/support/ipfs/blocks.ts";
import { ipip499 } from "../../../../../tests/support/ipfs/ipip-499.ts";
import { referenceCid } from "../../../../../tests/support/ipfs/unixfs.ts";

const QUICK_BYTES = 64 * 1024 * 1024;
const ours = ipip499.find(({ profile }) => profile === "unixfs-v1-2025")!;

// The soak test imports the two files of 1 GiB.
const quick = ours.files.filter(({ sizeBytes }) => sizeBytes < QUICK_BYTES);

describe("IPIP-499, unixfs-v1-2025", () => {
  it.each(quick)("$title gets the CID of the standard", async ({ parts, sizeBytes, cid }) => {
    const { blocks } = await testBlocks();
    const path = blocks.stagingPath("vector");
    await writeFile(path, parts());
    const root = await blocks.importPacked(path, [{ path: "f", offset: 0, sizeBytes }]);
    expect((await blocks.resolve(CID.parse(root.cid), ["f"]))!.cid.toString()).toBe(cid);
  });

  it.each(ours.directories)("$title gets the CID of the standard", async ({ names, cid }) => {
    const { blocks } = await testBlocks();
    const path = blocks.stagingPath("vector");
    await writeFile(path, "x");
    const packed = names.map((name) => ({ path: name, offset: 0, sizeBytes: 1 }));
    expect((await blocks.importPacked(path, packed)).cid).toBe(cid);
  });
});

describe.each(ipip499)("the reference importer of other tests, $profile", (vectors) => {
  const { profile } = vectors;
  const files = vectors.files.filter(({ sizeBytes }) => sizeBytes < QUICK_BYTES);

  it.each(files)("gives $title the CID of the standard", async ({ parts, cid }) => {
    expect(await referenceCid([{ path: "f", content: parts() }], { profile })).toBe(cid);
  });

  it.each(vectors.directories)("gives $title the CID of the standard", async ({ names, cid }) => {
    const entries = names.map((name) => ({ path: name, content: Buffer.from("x") }));
    expect(await referenceCid(entries, { profile, wrapWithDirectory: true })).toBe(cid);
  });
});
