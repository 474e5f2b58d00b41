/** Public read access to the block store when only some roots are public. */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { queryCounter } from "../../../../tests/support/database/queries.ts";
import { testBlocks, testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { silentRealtime } from "../../../../tests/support/server/realtime.ts";
import { keyStream, writeFiles, type Files } from "../../../../tests/support/ipfs/unixfs.ts";
import { createContentOwners } from "./service.ts";

const MiB = 1024 * 1024;

const openHoldings = async () => {
  const { blocks, database } = await testBlocks();
  const engines = { database, blocks, realtime: silentRealtime };
  const contentOwners = createContentOwners({ engines, allowance: { store: async () => undefined } });
  const { db } = database;
  await sql`create table published (cid text primary key)`.execute(db);
  contentOwners.publishes(sql`exists (select from published where published.cid = root.cid)`);
  const publish = (cid: string) => sql`insert into published values (${cid})`.execute(db);
  const unpublish = async (cid: string) => {
    await sql`delete from published where cid = ${cid}`.execute(db);
    contentOwners.visibilityChanged();
  };
  const importFiles = async (files: Files): Promise<string> => {
    const folder = await testFolder();
    await writeFiles(folder, files);
    return (await blocks.importFolder(folder)).cid;
  };
  const cidAt = async (root: string, ...path: string[]): Promise<string> =>
    (await blocks.resolve(CID.parse(root), path))!.cid.toString();
  const leafOf = async (file: string): Promise<string> => (await blocks.links(CID.parse(file)))!.links[1]!.cid;
  const isPublic = (cid: string) => contentOwners.isPublic(CID.parse(cid));
  const queriesFor = queryCounter(database);
  return { blocks, db, contentOwners, publish, unpublish, importFiles, cidAt, leafOf, isPublic, queriesFor };
};

const files: Files = {
  "open/page.html": "<p>open</p>",
  "open/film.mp4": keyStream("open film")(3 * MiB),
  "closed/letter.txt": "what only we know",
  "closed/film.mp4": keyStream("closed film")(3 * MiB),
};

test("content of a public root is public by its own CID: folders, files and blocks", async () => {
  const on = await openHoldings();
  const root = await on.importFiles(files);
  const film = await on.cidAt(root, "open", "film.mp4");
  const inside = [root, await on.cidAt(root, "open"), film, await on.leafOf(film)];
  for (const cid of inside) expect(await on.isPublic(cid), cid).toBe(false);
  await on.publish(root);
  for (const cid of inside) expect(await on.isPublic(cid), cid).toBe(true);
  await on.unpublish(root);
  for (const cid of inside) expect(await on.isPublic(cid), cid).toBe(false);
});

test("a public folder inside a private tree publishes what it contains, and nothing beside or above it", async () => {
  const on = await openHoldings();
  const root = await on.importFiles(files);
  const open = await on.cidAt(root, "open");
  await on.blocks.hold(CID.parse(open), 1000);
  await on.publish(open);
  const [film, closedFilm] = [await on.cidAt(open, "film.mp4"), await on.cidAt(root, "closed", "film.mp4")];
  const letter = await on.cidAt(root, "closed", "letter.txt");
  for (const cid of [open, film, await on.leafOf(film), await on.cidAt(open, "page.html")])
    expect(await on.isPublic(cid), cid).toBe(true);
  for (const cid of [root, await on.cidAt(root, "closed"), closedFilm, await on.leafOf(closedFilm), letter])
    expect(await on.isPublic(cid), cid).toBe(false);
});

test("a file that a public and a private tree share stays public", async () => {
  const on = await openHoldings();
  const shared = { "logo.svg": "<svg/>", "film.mp4": keyStream("shared")(3 * MiB) };
  const closed = await on.importFiles({ ...shared, "letter.txt": "private" });
  const open = await on.importFiles({ ...shared, "index.html": "public" });
  await on.publish(open);
  for (const name of Object.keys(shared)) expect(await on.isPublic(await on.cidAt(closed, name)), name).toBe(true);
  expect(await on.isPublic(await on.leafOf(await on.cidAt(closed, "film.mp4")))).toBe(true);
  for (const cid of [closed, await on.cidAt(closed, "letter.txt")]) expect(await on.isPublic(cid)).toBe(false);
});

test("the parts of a public root are public, and identity CIDs always are", async () => {
  const on = await openHoldings();
  const [a, b] = await Promise.all(["one", "two"].map((text) => on.blocks.prepareBytes(Buffer.from(text))));
  await on.db.transaction().execute((trx) => on.blocks.recordAll(trx, [a!, b!]));
  const tree = await on.blocks.importLinks(
    (async function* () {
      yield { path: "folder/a", cid: a!.cid, sizeBytes: 3 };
    })(),
  );
  await on.db.transaction().execute((trx) => tree.record(trx));
  await on.publish(tree.cid);
  for (const cid of [tree.cid, await on.cidAt(tree.cid, "folder"), a!.cid, "bafkqaaa"])
    expect(await on.isPublic(cid), cid).toBe(true);
  expect(await on.isPublic(b!.cid)).toBe(false);
});

test("an access check takes two queries for any block, present or not, and none while the result is cached", async () => {
  const on = await openHoldings();
  const root = await on.importFiles(files);
  const [film, letter] = [await on.cidAt(root, "open", "film.mp4"), await on.cidAt(root, "closed", "letter.txt")];
  const absent = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
  for (const cid of [root, film, letter, absent]) expect(await on.queriesFor(() => on.isPublic(cid))).toBe(2);
  await on.publish(root);
  for (const cid of [root, film, letter]) {
    expect(await on.queriesFor(() => on.isPublic(cid))).toBe(2);
    expect(await on.queriesFor(() => on.isPublic(cid))).toBe(0);
  }
});

test("a folder inside a tree is surveyed once", async () => {
  const on = await openHoldings();
  const root = await on.importFiles(files);
  const open = await on.cidAt(root, "open");
  await on.blocks.hold(CID.parse(open), 1000);
  await on.publish(open);
  expect(await on.isPublic(await on.cidAt(open, "film.mp4"))).toBe(true);
  expect(await on.queriesFor(async () => on.isPublic(await on.leafOf(await on.cidAt(open, "film.mp4"))))).toBeLessThan(
    5,
  );
  const surveyed = await on.db.selectFrom("root").select("fills_blob").where("fills_blob", "is", null).execute();
  expect(surveyed).toEqual([]);
});

test("a team can read the content it holds, and other teams can't", async () => {
  const on = await openHoldings();
  const [own, other] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const root = await on.importFiles(files);
  await on.db.transaction().execute((trx) => on.contentOwners.add(trx, own, [{ cid: root, sizeBytes: 1 }]));
  for (const cid of [root, await on.cidAt(root, "open", "film.mp4")]) {
    expect(await on.contentOwners.isOwn(on.db, own, CID.parse(cid))).toBe(true);
    expect(await on.contentOwners.isOwn(on.db, other, CID.parse(cid))).toBe(false);
    expect(await on.isPublic(cid)).toBe(false);
  }
});
