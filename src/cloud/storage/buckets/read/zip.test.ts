import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { fromBuffer, type ZipFile } from "yauzl";
import { expect, test } from "vitest";
import { piecesOf } from "../../../../../tests/support/storage/buckets.ts";
import { unzipped } from "../../../../../tests/support/storage/unzipped.ts";
import { zipOf, type ZipEntry } from "./zip.ts";

const modifiedAt = new Date(Date.UTC(2026, 10, 21, 12, 34, 56));

async function* entriesOf(files: Readonly<Record<string, Uint8Array>>): AsyncGenerator<ZipEntry> {
  for (const [path, bytes] of Object.entries(files))
    yield { path, sizeBytes: bytes.length, modifiedAt, bytes: () => piecesOf(bytes, 50_000) };
}

const joined = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
};

const files = {
  "empty.txt": Buffer.alloc(0),
  "folder/": Buffer.alloc(0),
  "folder/ünï 🦊.bin": randomBytes(200_000),
  "exact block": randomBytes(0xffff),
  "two blocks": randomBytes(0xffff * 2),
  small: Buffer.from("small"),
};

test("another library unpacks an archive to the original files", async () => {
  const archive = await joined(zipOf(entriesOf(files)));
  expect(await unzipped(archive)).toEqual(files);
});

test("an archive can have more than 65,535 files", async () => {
  const count = 66_000;
  async function* many(): AsyncGenerator<ZipEntry> {
    for (let number = 0; number < count; number += 1)
      yield { path: `${number}`, sizeBytes: 0, modifiedAt, bytes: () => piecesOf(Buffer.alloc(0)) };
  }
  const archive = await joined(zipOf(many()));
  const zip = await promisify<Buffer, ZipFile>(fromBuffer)(archive);
  expect(zip.entryCount).toBe(count);
});

test("a file shorter than its declared size aborts the archive", async () => {
  const entry: ZipEntry = { path: "x", sizeBytes: 10, modifiedAt, bytes: () => piecesOf(Buffer.alloc(9)) };
  async function* one() {
    yield entry;
  }
  await expect(joined(zipOf(one()))).rejects.toThrow("declared size");
});
