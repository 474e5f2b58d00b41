/** Builds DAGs as other software does, and CAR files of their blocks. */
import { CarWriter } from "@ipld/car";
import * as dagPb from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { importer, type ImportCandidateStream, type ImporterOptions } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { identity } from "multiformats/hashes/identity";
import { sha256 } from "multiformats/hashes/sha2";

export interface DagBlock {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

export interface Dag {
  readonly root: CID;
  readonly blocks: readonly DagBlock[];
}

/**
 * Returns the reference importer's result for the entries; the root is that of the last entry, or of the directory
 * around them.
 */
export const importedDag = async (entries: ImportCandidateStream, options: ImporterOptions): Promise<Dag> => {
  const blocks = new Map<string, DagBlock>();
  const put = (cid: CID, bytes: Uint8Array): CID => {
    blocks.set(cid.toString(), { cid, bytes: Uint8Array.from(bytes) });
    return cid;
  };
  let root: CID | undefined;
  for await (const { cid } of importer(entries, { put } as Parameters<typeof importer>[1], options)) root = cid;
  return { root: root!, blocks: [...blocks.values()] };
};

export const blockOf = async (code: number, bytes: Uint8Array): Promise<DagBlock> => ({
  cid: CID.createV1(code, await sha256.digest(bytes)),
  bytes,
});

export const rawBlock = (text: string): Promise<DagBlock> => blockOf(raw.code, Buffer.from(text));

/** Returns a CID that contains its bytes. */
export const identityCid = (code: number, bytes: Uint8Array): CID => CID.createV1(code, identity.digest(bytes));

interface GivenLink {
  readonly name?: string;
  readonly cid: CID;
}

export const dagPbBytes = (unixfs: UnixFS, links: readonly GivenLink[]): Uint8Array =>
  dagPb.encode({
    Data: unixfs.marshal(),
    Links: links.map(({ name = "", cid }) => ({ Name: name, Hash: cid, Tsize: 0 })),
  });

/** Returns a flat directory with its links sorted by name. */
export const directoryOf = (links: readonly Required<GivenLink>[]): Promise<DagBlock> =>
  blockOf(dagPb.code, dagPbBytes(new UnixFS({ type: "directory" }), links));

/** Returns a CARv1 file. */
export const carOf = async (roots: readonly CID[], blocks: Iterable<DagBlock>): Promise<Buffer> => {
  const { writer, out } = CarWriter.create([...roots]);
  const writing = (async () => {
    for (const block of blocks) await writer.put(block);
    await writer.close();
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of out) pieces.push(piece);
  await writing;
  return Buffer.concat(pieces);
};
