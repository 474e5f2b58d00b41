/** Computes a file's CIDv1 by the profile unixfs-v1-2025 (IPIP-499) from the digests of its leaves. Pure; the caller hashes the bytes in 1 MiB chunks.
 */
import { base32 } from "../bytes/base32.ts";

/** Size of every leaf except the last. An empty file is one empty leaf. */
export const leafBytes = 1024 * 1024;
const linksMax = 1024;

export interface Leaf {
  /** SHA-256: 32 bytes. */
  readonly digest: Uint8Array;
  readonly sizeBytes: number;
}

export type Sha256 = (bytes: Bytes) => Promise<Uint8Array>;

interface Node {
  readonly cid: Uint8Array;
  /** File bytes in this subtree. */
  readonly fileBytes: number;
  /** Bytes of all blocks in this subtree. */
  readonly treeBytes: number;
}

/** Returns a file's CID in base32. Throws without leaves. */
export const fileCid = async (leaves: readonly Leaf[], sha256: Sha256): Promise<string> => {
  if (leaves.length === 0) throw new Error("A file needs at least one leaf.");
  let level: readonly Node[] = leaves.map(leafNode);
  while (level.length > 1) {
    const above: Node[] = [];
    for (let at = 0; at < level.length; at += linksMax)
      above.push(await nodeOf(level.slice(at, at + linksMax), sha256));
    level = above;
  }
  return `b${base32(level[0]!.cid)}`;
};

const rawCodec = 0x55;
const dagPbCodec = 0x70;

/** version 1, codec, hash sha2-256 of 32 bytes */
const cidOf = (codec: number, digest: Uint8Array): Uint8Array => Uint8Array.of(0x01, codec, 0x12, 0x20, ...digest);

const leafNode = ({ digest, sizeBytes }: Leaf): Node => ({
  cid: cidOf(rawCodec, digest),
  fileBytes: sizeBytes,
  treeBytes: sizeBytes,
});

/** Encodes a dag-pb block: first the links, without names, then the UnixFS data. */
const nodeOf = async (children: readonly Node[], sha256: Sha256): Promise<Node> => {
  const fileBytes = sum(children.map((child) => child.fileBytes));
  const links = children.map(({ cid, treeBytes }) =>
    bytesField(2, [...bytesField(1, cid), ...bytesField(2, []), ...numberField(3, treeBytes)]),
  );
  const sizes = children.flatMap((child) => numberField(4, child.fileBytes));
  const data = [...numberField(1, unixFsFile), ...numberField(3, fileBytes), ...sizes];
  const block = Uint8Array.from([...links.flat(), ...bytesField(1, data)]);
  return {
    cid: cidOf(dagPbCodec, await sha256(block)),
    fileBytes,
    treeBytes: block.length + sum(children.map((child) => child.treeBytes)),
  };
};

const unixFsFile = 2;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Encodes the two field types of dag-pb and UnixFS. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes a length-delimited field. */
const bytesField = (field: number, bytes: ArrayLike<number>): number[] => [
  (field << 3) | 2,
  ...varint(bytes.length),
  ...Array.from(bytes),
];

const numberField = (field: number, value: number): number[] => [field << 3, ...varint(value)];

/** Encodes a varint: seven bits per byte, lowest first; by division, because sizes exceed 32 bits. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
};
