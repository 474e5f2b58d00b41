import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { expect, it } from "vitest";
import { ZipFile } from "yazl";
import { uploadFilesMax, uploadPartBytesMax } from "../../../../resources/limits.ts";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { createUploads } from "./service.ts";

const teamId = "0195a000-0000-7000-8000-000000000001";
const MiB = 1024 * 1024;

interface Packed {
  readonly path: string;
  readonly content?: string | Uint8Array;
  readonly mode?: number;
  readonly stored?: true;
}

const zipOf = async (files: readonly Packed[]): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const { path, content = "x", mode = 0o100644, stored } of files) {
    if (path.endsWith("/")) zip.addEmptyDirectory(path);
    else zip.addBuffer(Buffer.from(content), path, { mode, compress: !stored });
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
};

/** Changes a name to one that ZIP tools do not create. */
const renamed = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");

const deploy = async (zip: Buffer) => {
  const { blocks, database, dataDir } = await testBlocks();
  const uploads = createUploads({ blocks, database });
  const manifest = { kind: "zip", files: [{ path: "site.zip", sizeBytes: zip.length }] } as const;
  const { uploadId } = await database.db.transaction().execute(await uploads.prepare(teamId, manifest));
  for (let offset = 0; offset < zip.length; offset += uploadPartBytesMax) {
    const bytes = zip.subarray(offset, offset + uploadPartBytesMax);
    await uploads.append(teamId, uploadId, { offset, stream: Readable.from([bytes]), lengthBytes: bytes.length });
  }
  const left = async () => [
    ...(await readdir(join(dataDir, "staging"))),
    ...(await database.db.selectFrom("upload").select("id").where("published", "is", null).execute()),
  ];
  return { blocks, left, published: uploads.publish(teamId, uploadId) };
};

const refusal = async (zip: Buffer): Promise<string> => {
  const { published, left } = await deploy(zip);
  const error = await published.then(
    () => undefined,
    (error: { code: string }) => error,
  );
  expect(await left()).toEqual([]);
  return error!.code;
};

it("a ZIP's files are published, stored or compressed, without the top-level folder", async () => {
  const script = randomBytes(3 * MiB);
  const zip = await zipOf([
    { path: "site/" },
    { path: "site/index.html", content: "<h1>zip</h1>" },
    { path: "site/größe/a.txt", content: "ä", stored: true },
    { path: "site/app.js", content: script },
    { path: "__MACOSX/site/._index.html" },
    { path: "site/.DS_Store" },
  ]);
  const { blocks, published, left } = await deploy(zip);
  const { cid, fileCount, sizeBytes } = await published;
  expect([fileCount, sizeBytes]).toEqual([3, 12 + 2 + script.length]);
  for (const [path, content] of [
    ["index.html", "<h1>zip</h1>"],
    ["größe/a.txt", "ä"],
    ["app.js", script],
  ] as const) {
    const entry = await blocks.resolve(CID.parse(cid), path.split("/"));
    expect((await buffer(await blocks.read(entry!.cid))).equals(Buffer.from(content))).toBe(true);
  }
  expect(await left()).toEqual([]);
});

it("a nested ZIP is an ordinary file", async () => {
  const inner = await zipOf([{ path: "deep.txt" }]);
  const { published } = await deploy(await zipOf([{ path: "index.html" }, { path: "inner.zip", content: inner }]));
  expect((await published).sizeBytes).toBe(1 + inner.length);
});

it.each(["../up.txt", "/abs.txtx", "C:/ab.txt", "..\\a.txtx", "nul\0l.txt", "a/../b.tx", "a//bc.txt", "a/./b.txt"])(
  "the unsafe name %j is rejected",
  async (path) => {
    const zip = await zipOf([{ path: "index.html" }, { path: "xx/xx.txt" }]);
    expect(await refusal(renamed(zip, "xx/xx.txt", path))).toBe("UPLOAD_PATH");
  },
);

it("names may start with the current folder, have backslashes, and be UTF-8 without saying so", async () => {
  const files = [{ path: "Q/" }, { path: "QQindex.html", content: "home" }, { path: "sub_größe.txt", content: "deep" }];
  let zip = await zipOf(files);
  for (const [from, to] of [
    ["Q/", "./"],
    ["QQindex", "./index"],
    ["sub_", "sub\\"],
  ] as const)
    zip = renamed(zip, from, to);
  // Clears the flag for UTF-8 of every entry, as macOS and bsdtar do.
  for (let at = 0; (at = zip.indexOf("PK\x01\x02", at, "latin1")) >= 0; at += 4)
    zip.writeUInt16LE(zip.readUInt16LE(at + 8) & ~0x800, at + 8);
  const { blocks, published } = await deploy(zip);
  const { cid, fileCount } = await published;
  expect(fileCount).toBe(2);
  for (const [path, content] of [
    ["index.html", "home"],
    ["sub/größe.txt", "deep"],
  ] as const) {
    const entry = await blocks.resolve(CID.parse(cid), path.split("/"));
    expect((await buffer(await blocks.read(entry!.cid))).toString(), path).toBe(content);
  }
});

it("a symbolic link is rejected", async () => {
  expect(await refusal(await zipOf([{ path: "link", content: "/etc/passwd", mode: 0o120777 }]))).toBe("UPLOAD_LINK");
});

it("a device is rejected", async () => {
  expect(await refusal(await zipOf([{ path: "device", mode: 0o020644 }]))).toBe("ZIP_INVALID");
});

it("duplicate names, and names of both a file and a folder, are rejected", async () => {
  expect(await refusal(await zipOf([{ path: "a.txt" }, { path: "a.txt" }]))).toBe("UPLOAD_DUPLICATE");
  expect(await refusal(await zipOf([{ path: "a" }, { path: "a/b" }]))).toBe("UPLOAD_DUPLICATE");
});

it("an encrypted entry is rejected", async () => {
  const zip = await zipOf([{ path: "secret.txt" }]);
  for (const [signature, flags] of [
    ["PK\x03\x04", 6],
    ["PK\x01\x02", 8],
  ] as const) {
    const at = zip.indexOf(signature, 0, "latin1") + flags;
    zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
  }
  expect(await refusal(zip)).toBe("ZIP_ENCRYPTED");
});

it("an archive that unpacks to more than 200 times its size is rejected as a bomb", async () => {
  expect(await refusal(await zipOf([{ path: "zeros", content: Buffer.alloc(16 * MiB) }]))).toBe("ZIP_BOMB");
});

it("a bomb of overlapping entries is detected by its unpacked size", async () => {
  const zip = await zipOf([{ path: "zeros-000", content: Buffer.alloc(256 * 1024) }]);
  expect(await refusal(overlapping(zip, 200))).toBe("ZIP_BOMB");
});

it("a small archive can have a high compression ratio", async () => {
  const { published } = await deploy(await zipOf([{ path: "zeros", content: Buffer.alloc(MiB) }]));
  expect(await published).toMatchObject({ sizeBytes: MiB });
});

it("an entry that unpacks to more than its declared size is rejected", async () => {
  const zip = await zipOf([{ path: "a.txt", content: Buffer.alloc(5000, "ab") }]);
  zip.writeUInt32LE(10, zip.indexOf("PK\x01\x02", 0, "latin1") + 24);
  expect(await refusal(zip)).toBe("ZIP_INVALID");
});

it("more files than the limit are rejected", async () => {
  const files = Array.from({ length: uploadFilesMax + 1 }, (_, i) => ({
    path: `${i}`,
    content: "",
    stored: true as const,
  }));
  expect(await refusal(await zipOf(files))).toBe("UPLOAD_TOO_MANY_FILES");
});

it("a truncated, corrupt or non-ZIP file is rejected", async () => {
  const zip = await zipOf([{ path: "a.txt", content: "some text that is stored", stored: true }]);
  expect(await refusal(zip.subarray(0, zip.length - 30))).toBe("ZIP_INVALID");
  expect(await refusal(renamed(zip, "some text", "other txt"))).toBe("ZIP_INVALID");
  expect(await refusal(Buffer.from("this is not a zip"))).toBe("ZIP_INVALID");
  const compressed = await zipOf([{ path: "a.txt", content: "text ".repeat(500) }]);
  compressed.fill(0xff, 40, 50);
  expect(await refusal(compressed)).toBe("ZIP_INVALID");
});

it("files that are usually secret are found in a ZIP", async () => {
  expect(await refusal(await zipOf([{ path: "site/index.html" }, { path: "site/.env" }]))).toBe("UPLOAD_SECRETS");
});

it("an archive without files has nothing to publish", async () => {
  expect(await refusal(await zipOf([{ path: "empty/" }]))).toBe("OUTPUT_EMPTY");
});

/** Builds an archive whose central directory lists one file `count` times. */
const overlapping = (zip: Buffer, count: number): Buffer => {
  const start = zip.indexOf("PK\x01\x02", 0, "latin1");
  const end = zip.indexOf("PK\x05\x06", 0, "latin1");
  const entry = zip.subarray(start, end);
  const entries = Array.from({ length: count }, (_, i) =>
    renamed(entry, "zeros-000", `zeros-${`${i}`.padStart(3, "0")}`),
  );
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(entry.length * count, 12);
  return Buffer.concat([zip.subarray(0, start), ...entries, tail]);
};
