import { open, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { CID } from "multiformats/cid";
import { expect, it } from "vitest";
import { testBlocks } from "../support/ipfs/blocks.ts";
import { ipip499 } from "../support/ipfs/ipip-499.ts";

const ours = ipip499.find(({ profile }) => profile === "unixfs-v1-2025")!;
const large = ours.files.filter(({ sizeBytes }) => sizeBytes >= 1024 ** 3);

it.each(large)(
  "$title (1 GiB) gets the CID of IPIP-499 and reads back unchanged",
  async ({ parts, sizeBytes, cid }) => {
    const { blocks } = await testBlocks();
    const path = blocks.stagingPath("vector");
    const staged = createHash("sha256");
    await using handle = await open(path, "wx");
    for (const part of parts()) {
      staged.update(part);
      await writeFile(handle, part);
    }
    const root = await blocks.importPacked(path, [{ path: "f", offset: 0, sizeBytes }]);
    const file = (await blocks.resolve(CID.parse(root.cid), ["f"]))!;
    expect(file.cid.toString()).toBe(cid);

    const read = createHash("sha256");
    for await (const chunk of await blocks.read(file.cid)) read.update(chunk as Buffer);
    expect(read.digest("hex")).toBe(staged.digest("hex"));
  },
  300_000,
);
