/**
 * Imports a complete upload as a tree. The staging file stays until the result is stored, so it can be repeated after a
 * crash.
 */
import { randomUUID } from "node:crypto";
import { link, open, rm, type FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { getFileNameLowLevel, openPromise, parseExtraFields, type Entry, type ZipFile } from "yauzl";
import {
  uploadBytesMax,
  uploadFilesMax,
  uploadPathBytesMax,
  zipRatioFloorBytes,
  zipRatioMax,
} from "../../../../resources/limits.ts";
import { listedFiles, secretFilesIn } from "../../../../resources/hosting/secret-files.ts";
import type { Blocks, ImportedTree, PackedFile } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../kernel/app-error.ts";
import { checkDigests, type ListedFile } from "./digests.ts";

interface StagedUpload {
  readonly kind: "folder" | "zip";
  readonly files: readonly ListedFile[];
  /** Whether files that are usually secret may be published. */
  readonly secrets: boolean;
  readonly stagingFile: string;
}

/** Returns a new path for an import file beside the staging file. */
const importNameOf = (stagingFile: string): string => `${stagingFile}-import-${randomUUID()}`;

/** Imports an upload. Throws an AppError if it can never be published. */
export const publishStaged = async (blocks: Blocks, upload: StagedUpload): Promise<ImportedTree> => {
  const importFile = importNameOf(upload.stagingFile);
  if (upload.files.some(([, , sha256]) => sha256)) await checkDigests(upload.stagingFile, upload.files);
  try {
    const files = arrange(upload.kind === "zip" ? await unpack(upload, importFile) : await pack(upload, importFile));
    if (!upload.secrets) checkSecrets(files.map(({ path }) => path));
    return await blocks.importPacked(importFile, files);
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

// Unpacks an untrusted archive into one packed file. Names and declared sizes are not trusted.

/** Includes folders and litter, which also take time to read. */
const ENTRIES_MAX = 4 * uploadFilesMax;
const WRITE_BYTES = 1024 * 1024;
const ENCRYPTED_FLAG = 0x1;
const UTF8_FLAG = 0x800;
/** Extra field of Info-ZIP with the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const UNIX = 3;
const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const REGULAR_FILE = 0o100000;

/** Writes the files consecutively to `target`, which must be empty. Throws an AppError for invalid archives. */
const unzip = async (archive: string, archiveBytes: number, target: FileHandle): Promise<PackedFile[]> => {
  const zip = await readable(openPromise(archive, { autoClose: false, decodeStrings: false, lazyEntries: true }));
  const writer = createWriter(target, Math.max(zipRatioFloorBytes, archiveBytes * zipRatioMax));
  try {
    const packed: PackedFile[] = [];
    for await (const { entry, path } of filesOf(zip)) {
      if (packed.length === uploadFilesMax) throw new AppError("UPLOAD_TOO_MANY_FILES");
      const offset = writer.position();
      for await (const chunk of contentOf(zip, entry)) await writer.write(chunk);
      packed.push({ path, offset, sizeBytes: writer.position() - offset });
    }
    await writer.flush();
    checkUnique(packed.map((file) => file.path));
    return packed;
  } finally {
    zip.close();
  }
};

async function* filesOf(zip: ZipFile): AsyncGenerator<{ entry: Entry; path: string }> {
  const entries = zip.eachEntry();
  for (let count = 0; ; count++) {
    const next = await readable(entries.next());
    if (next.done) return;
    if (count === ENTRIES_MAX) throw new AppError("UPLOAD_TOO_MANY_FILES");
    const entry = next.value;
    const name = plainName(await readable(nameOf(entry)));
    // The folder that was packed, as bsdtar names it.
    if (name === "") continue;
    checkPath(name.endsWith("/") ? name.slice(0, -1) : name);
    if (name.endsWith("/") || isLitter(name)) continue;
    if (entry.generalPurposeBitFlag & ENCRYPTED_FLAG) throw new AppError("ZIP_ENCRYPTED");
    rejectLink(entry);
    yield { entry, path: name };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Returns the name as it is written. Without a mark of their encoding, names are code page 437 (APPNOTE 4.4.4), but many
 * tools write UTF-8, which text in that code page hardly ever is by chance.
 */
const nameOf = async (entry: Entry): Promise<string> => {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw } = entry;
  const extraFields = parseExtraFields(entry.extraFieldRaw);
  const isMarked = (flags & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  if (isMarked) return getFileNameLowLevel(flags, raw, extraFields, true);
  try {
    return utf8.decode(raw);
  } catch {
    return getFileNameLowLevel(flags, raw, extraFields, true);
  }
};

/** Windows tools separate folders with backslashes, and some tools start each name with the current folder. */
const plainName = (name: string): string => name.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");

const rejectLink = (entry: Entry): void => {
  if (entry.versionMadeBy >>> 8 !== UNIX) return;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  if (type === SYMBOLIC_LINK) throw new AppError("UPLOAD_LINK");
  // Some tools omit the type.
  if (type !== REGULAR_FILE && type !== 0) throw new AppError("ZIP_INVALID");
};

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await readable(zip.openReadStreamPromise(entry));
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let sum = 0;
  try {
    for (;;) {
      const next = await readable(chunks.next());
      if (next.done) break;
      sum = crc32(next.value, sum);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
  if (sum !== entry.crc32) throw new AppError("ZIP_INVALID");
}

/** Converts parse errors to ZIP_INVALID. Disk errors are unchanged. */
const readable = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw error;
    throw new AppError("ZIP_INVALID");
  }
};

const createWriter = (target: FileHandle, bombBytes: number) => {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  let position = 0;
  const flush = async (): Promise<void> => {
    if (bufferedBytes > 0) await target.writeFile(Buffer.concat(buffered));
    buffered = [];
    bufferedBytes = 0;
  };
  return {
    flush,
    position: () => position,
    async write(chunk: Buffer): Promise<void> {
      position += chunk.length;
      if (position > bombBytes) throw new AppError("ZIP_BOMB");
      if (position > uploadBytesMax) throw new AppError("UPLOAD_TOO_LARGE");
      buffered.push(chunk);
      bufferedBytes += chunk.length;
      if (bufferedBytes >= WRITE_BYTES) await flush();
    },
  };
};

// Which paths are valid, and which files are published.

/** Files of file managers and version control that are not published. */
const litter = new Set([".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX", ".git"]);

/** Throws UPLOAD_PATH unless a path is safe on every system. */
export const checkPath = (path: string): void => {
  const isSafe =
    path.isWellFormed() &&
    !path.includes("\\") &&
    !path.includes("\0") &&
    !/^[a-z]:/i.test(path) &&
    Buffer.byteLength(path) <= uploadPathBytesMax &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  if (!isSafe) throw new AppError("UPLOAD_PATH");
};

/** Throws UPLOAD_SECRETS, with the files, if there are any that are usually secret. */
export const checkSecrets = (paths: readonly string[]): void => {
  const files = secretFilesIn(paths);
  if (files.length === 0) return;
  const message = `These files are usually secret: ${listedFiles(files)}. Remove them, or confirm that everyone may read them.`;
  throw new AppError("UPLOAD_SECRETS", { message, data: { files: files.slice(0, 100) } });
};

const isLitter = (path: string): boolean => path.split("/").some((part) => litter.has(part));

/** Throws UPLOAD_DUPLICATE if a path occurs twice, or is both a file and a folder. */
export const checkUnique = (paths: readonly string[]): void => {
  const files = new Set(paths);
  if (files.size < paths.length) throw new AppError("UPLOAD_DUPLICATE");
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (files.has(path.slice(0, end))) throw new AppError("UPLOAD_DUPLICATE");
    }
  }
};

/**
 * Returns the files to publish: without litter, and without a single top-level folder that contains index.html, as added
 * by zipping or dropping a folder.
 */
const arrange = (files: readonly PackedFile[]): PackedFile[] => {
  const wanted = files.filter((file) => !isLitter(file.path));
  if (wanted.length === 0) throw new AppError("OUTPUT_EMPTY");
  const top = `${wanted[0]!.path.split("/")[0]}/`;
  const isWrapped =
    wanted.every((file) => file.path.startsWith(top)) && wanted.some((file) => file.path === `${top}index.html`);
  return isWrapped ? wanted.map((file) => ({ ...file, path: file.path.slice(top.length) })) : wanted;
};
