import { createHash } from "node:crypto";
import { MemoryBlockstore } from "blockstore-core";
import { importer } from "ipfs-unixfs-importer";
import { expect, test } from "vitest";
import { ipip499 } from "../../../../tests/support/ipfs/ipip-499.ts";
import { fileCid, leafBytes, type Leaf, type Sha256 } from "./file-cid.ts";

const digestOf = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const sha256: Sha256 = async (bytes) => digestOf(bytes);

const leavesOf = (parts: Iterable<Uint8Array>): Leaf[] => {
  const leaves: Leaf[] = [];
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer) => leaves.push({ digest: digestOf(bytes), sizeBytes: bytes.length });
  for (const part of parts) {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    for (; rest.length >= leafBytes; rest = rest.subarray(leafBytes)) take(rest.subarray(0, leafBytes));
  }
  if (rest.length > 0 || leaves.length === 0) take(rest);
  return leaves;
};

const { files } = ipip499.find(({ profile }) => profile === "unixfs-v1-2025")!;

test("a file's CID matches IPIP-499's vectors: a few bytes, a leaf and its boundary, a node of links and its boundary", async () => {
  const [small, leaf, leaves, node, nodes] = files as [...typeof files] & Record<0 | 1 | 2 | 3 | 4, (typeof files)[0]>;
  for (const { parts, cid } of [small, leaf, leaves]) expect(await fileCid(leavesOf(parts()), sha256)).toBe(cid);
  // The larger stream starts with the smaller one.
  const many = leavesOf(nodes.parts());
  expect(many).toHaveLength(1025);
  expect(await fileCid(many.slice(0, 1024), sha256)).toBe(node.cid);
  expect(await fileCid(many, sha256)).toBe(nodes.cid);
});

test.each([0, 1, leafBytes * 2, leafBytes * 3 - 1])(
  "a file of %i bytes has the CID that an importer computes",
  async (size) => {
    const bytes = Buffer.alloc(size, "orchard ");
    let cid = "";
    const source = [{ path: "", content: bytes }];
    for await (const entry of importer(source, new MemoryBlockstore(), { profile: "unixfs-v1-2025" }))
      cid = entry.cid.toString();
    expect(await fileCid(leavesOf([bytes]), sha256)).toBe(cid);
  },
);

test("a file has at least one leaf", async () => {
  await expect(fileCid([], sha256)).rejects.toThrow("one leaf");
});
