import { randomBytes } from "node:crypto";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import { describe, expect, it } from "vitest";
import { uploadPartBytesMax, uploadsOpenMax } from "../../../../resources/limits.ts";
import { testBlocks, type TestBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { createUploads, type Uploads } from "./service.ts";

const teamId = "0195a000-0000-7000-8000-000000000001";
const otherTeamId = "0195a000-0000-7000-8000-000000000002";

interface Bench extends TestBlocks {
  readonly uploads: Uploads;
}

const bench = async (): Promise<Bench> => {
  const parts = await testBlocks();
  const database = { ...parts.database, embedded: { dataDir: parts.dataDir } };
  return { ...parts, uploads: createUploads({ blocks: parts.blocks, database }) };
};

type Files = Record<string, string | Uint8Array>;

const create = async ({ uploads, database }: Bench, kind: "folder" | "zip", files: Files) => {
  const manifest = Object.entries(files).map(([path, content]) => ({ path, sizeBytes: Buffer.byteLength(content) }));
  return database.db.transaction().execute(await uploads.prepare(teamId, { kind, files: manifest }));
};

const part = (offset: number, content: string | Uint8Array) => ({
  offset,
  stream: Readable.from([Buffer.from(content)]),
  lengthBytes: Buffer.byteLength(content),
});

const publishFolder = async (on: Bench, files: Files) => {
  const { uploadId } = await create(on, "folder", files);
  const bytes = Buffer.concat(Object.values(files).map((content) => Buffer.from(content)));
  if (bytes.length > 0) await on.uploads.append(teamId, uploadId, part(0, bytes));
  return on.uploads.publish(teamId, uploadId);
};

const pathsOf = async (blocks: Blocks, cid: string, prefix = ""): Promise<string[]> => {
  const entries = await blocks.list(CID.parse(cid));
  const below = entries.map(async ({ type, name, cid }) =>
    type === "file" ? [`${prefix}${name}`] : pathsOf(blocks, cid, `${prefix}${name}/`),
  );
  return (await Promise.all(below)).flat();
};

const staged = ({ dataDir }: Bench) => readdir(join(dataDir, "staging"));

describe("an upload", () => {
  it("arrives in parts, survives a restart between them and becomes a tree", async () => {
    const on = await bench();
    const files = { "index.html": "<h1>hello</h1>", "app.js": randomBytes(300_000) };
    const all = Buffer.concat(Object.values(files).map((content) => Buffer.from(content)));
    const { uploadId, sizeBytes } = await create(on, "folder", files);
    expect(sizeBytes).toBe(all.length);
    await on.uploads.append(teamId, uploadId, part(0, all.subarray(0, 1000)));

    const blocks = await on.reopen();
    const uploads = createUploads({ blocks, database: { ...on.database, embedded: { dataDir: on.dataDir } } });
    await uploads.sweep();
    expect(await uploads.show(on.database.db, teamId, uploadId)).toMatchObject({ received: 1000 });
    await uploads.append(teamId, uploadId, part(1000, all.subarray(1000)));
    const tree = await uploads.publish(teamId, uploadId);
    const entry = await blocks.resolve(CID.parse(tree.cid), ["app.js"]);
    expect((await buffer(await blocks.read(entry!.cid))).equals(files["app.js"])).toBe(true);
    expect(await uploads.publish(teamId, uploadId)).toEqual(tree);
    expect(await staged(on)).toEqual([]);
  });

  it("a part at the wrong offset is rejected, and the current offset can be queried", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abcdef" });
    await on.uploads.append(teamId, uploadId, part(0, "abc"));
    for (const offset of [0, 2, 4, -1, Number.NaN]) {
      await expect(on.uploads.append(teamId, uploadId, part(offset, "x"))).rejects.toThrow(
        expect.objectContaining({ code: "UPLOAD_OFFSET" }),
      );
    }
    expect(await on.uploads.show(on.database.db, teamId, uploadId)).toMatchObject({ received: 3 });
  });

  it("of two concurrent parts at the same offset, one is accepted", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abcdef" });
    const parts = await Promise.allSettled(
      ["abc", "xyz"].map((content) => on.uploads.append(teamId, uploadId, part(0, content))),
    );
    expect(parts.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await on.uploads.append(teamId, uploadId, part(3, "def"));
    const { cid } = await on.uploads.publish(teamId, uploadId);
    const entry = await on.blocks.resolve(CID.parse(cid), ["a"]);
    expect((await buffer(await on.blocks.read(entry!.cid))).toString()).toBe("abcdef");
  });

  it("the bytes received before a connection error are kept", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abcdef" });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("abcd");
        throw new Error("connection reset");
      })(),
    );
    const appended = on.uploads.append(teamId, uploadId, { offset: 0, stream: broken, lengthBytes: 6 });
    await expect(appended).rejects.toThrow("connection reset");
    expect(await on.uploads.show(on.database.db, teamId, uploadId)).toMatchObject({ received: 4 });
  });

  it("a part over 16 MiB is rejected by its declared length and by its actual length", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: Buffer.alloc(uploadPartBytesMax + 10) });
    const large = Buffer.alloc(uploadPartBytesMax + 1);
    for (const lengthBytes of [large.length, undefined]) {
      const tooLong = { offset: 0, stream: Readable.from([large]), lengthBytes };
      await expect(on.uploads.append(teamId, uploadId, tooLong)).rejects.toThrow(
        expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" }),
      );
    }
    expect(await on.uploads.show(on.database.db, teamId, uploadId)).toMatchObject({ received: 0 });
  });

  it("more bytes than declared in the manifest are rejected", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abc" });
    await expect(on.uploads.append(teamId, uploadId, part(0, "abcd"))).rejects.toThrow(
      expect.objectContaining({ code: "PAYLOAD_TOO_LARGE" }),
    );
  });

  it("an incomplete upload can't be published", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abc" });
    await on.uploads.append(teamId, uploadId, part(0, "ab"));
    await expect(on.uploads.publish(teamId, uploadId)).rejects.toThrow(
      expect.objectContaining({ code: "UPLOAD_INCOMPLETE" }),
    );
  });

  it("another team's upload returns NOT_FOUND", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { a: "abc" });
    const missing = expect.objectContaining({ code: "NOT_FOUND" });
    await expect(on.uploads.show(on.database.db, otherTeamId, uploadId)).rejects.toThrow(missing);
    await expect(on.uploads.append(otherTeamId, uploadId, part(0, "abc"))).rejects.toThrow(missing);
    await expect(on.uploads.publish(otherTeamId, uploadId)).rejects.toThrow(missing);
    await expect(on.uploads.show(on.database.db, teamId, "no-uuid")).rejects.toThrow(missing);
  });

  it("an upload of only empty files needs no part", async () => {
    const on = await bench();
    const { cid } = await publishFolder(on, { "a.txt": "", "b.txt": "" });
    expect(await pathsOf(on.blocks, cid)).toEqual(["a.txt", "b.txt"]);
  });

  it("publishing can be repeated after a crash", async () => {
    const on = await bench();
    const { uploadId } = await create(on, "folder", { "index.html": "hi" });
    await on.uploads.append(teamId, uploadId, part(0, "hi"));
    await on.database.pool.query("alter table upload add constraint stop check (published is null)");
    await expect(on.uploads.publish(teamId, uploadId)).rejects.toThrow("stop");
    await on.database.pool.query("alter table upload drop constraint stop");
    expect(await on.uploads.publish(teamId, uploadId)).toMatchObject({ fileCount: 1, sizeBytes: 2 });
  });

  it("a team has a limited number of open uploads", async () => {
    const on = await bench();
    for (let i = 0; i < uploadsOpenMax; i++) await create(on, "folder", { a: "abc" });
    await expect(create(on, "folder", { a: "abc" })).rejects.toThrow(
      expect.objectContaining({ code: "TOO_MANY_REQUESTS" }),
    );
  });

  it("an upload idle for a day and orphaned staging files are deleted", async () => {
    const on = await bench();
    const old = await create(on, "folder", { a: "abc" });
    const fresh = await create(on, "folder", { a: "abc" });
    for (const { uploadId } of [old, fresh]) await on.uploads.append(teamId, uploadId, part(0, "ab"));
    await on.database.pool.query("update upload set touched_at = now() - interval '25 hours' where id = $1", [
      old.uploadId,
    ]);
    const { file_id } = await on.database.db
      .selectFrom("upload_piece")
      .select("file_id")
      .where("upload_id", "=", fresh.uploadId)
      .executeTakeFirstOrThrow();
    const stray = on.blocks.stagingPath("upload-0195a000-0000-7000-8000-00000000000f-import");
    await writeFile(stray, "");
    await utimes(stray, 0, 0);
    await on.uploads.sweep();
    expect(await staged(on)).toEqual([`upload-${file_id}`]);
    await expect(on.uploads.show(on.database.db, teamId, old.uploadId)).rejects.toThrow();
  });
});

describe("a folder", () => {
  it.each([
    ["/etc/passwd"],
    ["../up.txt"],
    ["a/../../up.txt"],
    ["a/./b"],
    ["a//b"],
    ["C:/windows"],
    ["a\\b"],
    ["nul\0"],
    ["\ud800"],
    ["x".repeat(1025)],
  ])("with the path %j is rejected", async (path) => {
    await expect(create(await bench(), "folder", { [path]: "" })).rejects.toThrow(
      expect.objectContaining({ code: "UPLOAD_PATH" }),
    );
  });

  it("with files that are usually secret is refused unless it says so", async () => {
    const on = await bench();
    const files = { "index.html": "a", "api/.env": "A=1" };
    await expect(create(on, "folder", files)).rejects.toMatchObject({
      code: "UPLOAD_SECRETS",
      message: expect.stringContaining("api/.env"),
      data: { files: ["api/.env"] },
    });
    const manifest = Object.entries(files).map(([path, { length }]) => ({ path, sizeBytes: length }));
    const allowed = await on.uploads.prepare(teamId, { kind: "folder", files: manifest, secrets: true });
    const { uploadId } = await on.database.db.transaction().execute(allowed);
    await on.uploads.append(teamId, uploadId, part(0, Object.values(files).join("")));
    const { cid } = await on.uploads.publish(teamId, uploadId);
    expect((await pathsOf(on.blocks, cid)).toSorted()).toEqual(["api/.env", "index.html"]);
  });

  it("with a path that is both a file and a folder is rejected", async () => {
    await expect(create(await bench(), "folder", { "a/b": "", a: "" })).rejects.toThrow(
      expect.objectContaining({ code: "UPLOAD_DUPLICATE" }),
    );
  });

  it.each([
    [
      "a top-level folder around a site is removed",
      { "site/index.html": "a", "site/css/a.css": "b" },
      ["css/a.css", "index.html"],
    ],
    [
      "a top-level folder without index.html is kept",
      { "docs/a.html": "a", "docs/b.html": "b" },
      ["docs/a.html", "docs/b.html"],
    ],
    [
      "several top-level folders are kept",
      { "a/index.html": "a", "b/index.html": "b" },
      ["a/index.html", "b/index.html"],
    ],
    [
      "files of file managers are not published",
      { "s/.DS_Store": "x", "__MACOSX/s/._a": "x", "s/.git/config": "x", "s/index.html": "a", "s/.well-known/x": "y" },
      [".well-known/x", "index.html"],
    ],
  ])("%s", async (_, files, paths) => {
    const on = await bench();
    const { cid } = await publishFolder(on, files);
    expect((await pathsOf(on.blocks, cid)).toSorted()).toEqual(paths);
  });

  it("with only litter has no files to publish, and leaves nothing behind", async () => {
    const on = await bench();
    await expect(publishFolder(on, { ".DS_Store": "x" })).rejects.toThrow(
      expect.objectContaining({ code: "OUTPUT_EMPTY" }),
    );
    expect(await staged(on)).toEqual([]);
  });
});
