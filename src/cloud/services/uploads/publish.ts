/**
 * Imports a complete upload as a tree. The staging file stays until the result is stored, so it can be repeated after a
 * crash.
 */
import { link, open, rm } from "node:fs/promises";
import type { Blocks, ImportedTree, PackedFile } from "../../engines/blocks/blocks.ts";
import { checkDigests, type ListedFile } from "./digests.ts";
import { arrange } from "./paths.ts";
import { unzip } from "./unzip.ts";

export interface StagedUpload {
  readonly kind: "folder" | "zip";
  readonly files: readonly ListedFile[];
  readonly stagingFile: string;
}

/** Returns the path of the import file beside the staging file. */
export const importNameOf = (stagingFile: string): string => `${stagingFile}-import`;

/** Imports an upload. Throws an AppError if it can never be published. */
export const publishStaged = async (blocks: Blocks, upload: StagedUpload): Promise<ImportedTree> => {
  const importFile = importNameOf(upload.stagingFile);
  await rm(importFile, { force: true });
  // If all files are empty, no part was sent and the file does not exist.
  await (await open(upload.stagingFile, "a")).close();
  if (upload.files.some(([, , sha256]) => sha256)) await checkDigests(upload.stagingFile, upload.files);
  try {
    const files = upload.kind === "zip" ? await unpack(upload, importFile) : await pack(upload, importFile);
    return await blocks.importPacked(importFile, arrange(files));
  } finally {
    await rm(importFile, { force: true });
  }
};

const unpack = async ({ stagingFile, files }: StagedUpload, importFile: string): Promise<PackedFile[]> => {
  const handle = await open(importFile, "wx");
  try {
    return await unzip(stagingFile, files[0]![1], handle);
  } finally {
    await handle.close();
  }
};

/** A folder's content is already packed: the import file is a hard link to the staging file. */
const pack = async ({ stagingFile, files }: StagedUpload, importFile: string): Promise<PackedFile[]> => {
  await link(stagingFile, importFile);
  let offset = 0;
  return files.map(([path, sizeBytes]) => {
    offset += sizeBytes;
    return { path, offset: offset - sizeBytes, sizeBytes };
  });
};
