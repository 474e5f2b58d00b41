import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CID } from "multiformats/cid";
import { describe, expect, it } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { createUploads } from "./service.ts";
import type { Manifest } from "./digests.ts";

const teamId = "0195a000-0000-7000-8000-000000000001";
const otherTeamId = "0195a000-0000-7000-8000-000000000002";
const site = { "index.html": "<h1>hello</h1>", "empty.txt": "", "css/a.css": "a".repeat(3 * 1024 * 1024) };

type Files = Record<string, string>;

const manifestOf = (files: Files): Manifest => ({
  kind: "folder",
  files: Object.entries(files).map(([path, content]) => ({
    path,
    sizeBytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  })),
});

const bench = async () => {
  const { blocks, database, dataDir } = await testBlocks();
  const uploads = createUploads({ blocks, database });
  const inTrx = database.db.transaction();
  const create = async (manifest: Manifest, team = teamId) => inTrx.execute(await uploads.prepare(team, manifest));
  const send = async (uploadId: string, files: Files, team = teamId) => {
    const bytes = Buffer.from(Object.values(files).join(""));
    await uploads.append(team, uploadId, { offset: 0, stream: Readable.from([bytes]), lengthBytes: bytes.length });
    return uploads.publish(team, uploadId);
  };
  const deploy = async (files: Files) => send((await create(manifestOf(files))).uploadId, files);
  const forget = (cid: string) =>
    inTrx.execute(async (trx) => {
      if ((await uploads.promised(trx, [cid])).length > 0) return false;
      await uploads.forgetKnown(trx, cid);
      await blocks.forget(cid);
      return true;
    });
  const take = (uploadId: string) => inTrx.execute((trx) => uploads.takeTree(trx, teamId, uploadId));
  return { blocks, database, dataDir, uploads, create, send, deploy, forget, take };
};

describe("an upload with digests", () => {
  it("that the team has sent before is complete immediately, in any file order", async () => {
    const on = await bench();
    const tree = await on.deploy(site);
    const manifest = manifestOf(site);
    const again = await on.create({ ...manifest, files: manifest.files.toReversed() });
    expect(again.received).toBe(again.sizeBytes);
    expect(await on.uploads.show(on.database.db, teamId, again.uploadId)).toEqual(again);
    expect(await on.take(again.uploadId)).toEqual(tree);
    expect(await on.uploads.publish(teamId, again.uploadId)).toEqual(tree);
    expect(await readdir(join(on.dataDir, "staging"))).toEqual([]);
  });

  it("is not known when a path, a size, a content or a digest differs, or one is missing", async () => {
    const on = await bench();
    await on.deploy(site);
    const { kind, files } = manifestOf(site);
    const [first, ...others] = files;
    const changed = [
      manifestOf({ ...site, "index.html": "<h1>hallo</h1>" }),
      { kind, files: [{ ...first!, path: "start.html" }, ...others] },
      { kind, files: [{ ...first!, sizeBytes: first!.sizeBytes + 1 }, ...others] },
      { kind, files: [{ path: first!.path, sizeBytes: first!.sizeBytes }, ...others] },
      { kind, files: others },
    ];
    for (const manifest of changed) expect((await on.create(manifest)).received).toBe(0);
  });

  it("is unknown to other teams, so digests do not reveal their content", async () => {
    const on = await bench();
    await on.deploy(site);
    expect((await on.create(manifestOf(site), otherTeamId)).received).toBe(0);
  });

  it("is rejected if the content does not match the digests, and stays unknown", async () => {
    const on = await bench();
    const { uploadId } = await on.create(manifestOf(site));
    const other = { ...site, "css/a.css": `${site["css/a.css"].slice(1)}b` };
    await expect(on.send(uploadId, other)).rejects.toThrow(errors.UPLOAD_DIGEST.message);
    expect(await readdir(join(on.dataDir, "staging"))).toEqual([]);
    expect((await on.create(manifestOf(site))).received).toBe(0);
    expect((await on.create(manifestOf(other))).received).toBe(0);
  });

  it("must be sent again after its files are deleted", async () => {
    const on = await bench();
    const { cid } = await on.deploy(site);
    expect(await on.forget(cid)).toBe(true);
    const again = await on.create(manifestOf(site));
    expect(again.received).toBe(0);
    expect(await on.send(again.uploadId, site)).toMatchObject({ cid });
    expect((await on.create(manifestOf(site))).received).toBe(again.sizeBytes);
  });

  it("must be sent again if its files are lost", async () => {
    const on = await bench();
    await on.blocks.forget((await on.deploy(site)).cid);
    expect((await on.create(manifestOf(site))).received).toBe(0);
  });

  it("protects its files from deletion until it is deployed or its promise expires", async () => {
    const on = await bench();
    const { cid } = await on.deploy(site);
    const promised = await on.create(manifestOf(site));
    const abandoned = await on.create(manifestOf(site));
    expect(await on.forget(cid)).toBe(false);
    await on.take(promised.uploadId);
    expect(await on.forget(cid)).toBe(false);
    await on.database.pool.query("update upload set promised_until = now() where id = $1", [abandoned.uploadId]);
    expect(await on.blocks.block(CID.parse(cid))).toBeDefined();
    expect(await on.forget(cid)).toBe(true);
  });

  it("is either promised or deleted if both are requested concurrently", async () => {
    const on = await bench();
    const { cid } = await on.deploy(site);
    for (let round = 0; round < 10; round++) {
      const [again, forgotten] = await Promise.all([on.create(manifestOf(site)), on.forget(cid)]);
      const isPromised = again.received > 0;
      expect(isPromised).toBe(!forgotten);
      expect((await on.blocks.block(CID.parse(cid))) !== undefined).toBe(isPromised);
      if (isPromised) await on.take(again.uploadId);
      else await on.send(again.uploadId, site);
    }
  });

  it("expires if it is not repeated", async () => {
    const on = await bench();
    await on.deploy(site);
    await on.database.pool.query("update known_upload set used_at = now() - interval '91 days'");
    await on.uploads.sweep();
    expect((await on.create(manifestOf(site))).received).toBe(0);
  });
});
