import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { base58btc } from "multiformats/bases/base58";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../../../tests/support/database/database.ts";
import { testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";
import { createDenylists, type Denylists } from "./lists.ts";
import { parseDenylist } from "./parse.ts";

let at: TestGateway;
let folder: string;
let lists: Denylists;
let root: string;
beforeAll(async () => {
  const dataDir = await testFolder();
  folder = join(dataDir, "denylists");
  const { db } = await testDatabase();
  lists = createDenylists({ dataDir, db, log: pino({ level: "silent" }), wake: () => undefined });
  at = await testGateway({ denylist: lists });
  ({ root } = at);
});
beforeEach(async () => deny(""));

const deny = async (list: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  // Lists always differ in length, so changes are detected even with equal timestamps.
  await writeFile(join(folder, "test.deny"), `${list}\n${"# pad\n".repeat(++changes)}`);
  await lists.refresh();
};
let changes = 0;
const byPath = (path: string): Promise<Reply> => ask(at.port, `127.0.0.1:${at.port}`, path);
const statusOf = async (path: string): Promise<number> => (await byPath(path)).status;
const docs = async (): Promise<CID> => (await at.blocks.resolve(CID.parse(root), ["docs", "index.html"]))!.cid;

/** Returns all bytes received until the connection closes, even if it is aborted. */
const received = (port: number, path: string): Promise<string> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(pieces).toString("latin1")));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  });
/** Whether the last chunk was received. */
const isWhole = (answer: string): boolean => answer.endsWith("0\r\n\r\n");

describe("denied content", () => {
  it("returns 410 by path, by host, in every format and on every host name that serves it", async () => {
    await at.site("/");
    await deny(`/ipfs/${root}`);
    expect(await statusOf(`/ipfs/${root}/`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}/app.js`)).toBe(410);
    expect(await statusOf(`/ipfs/${CID.parse(root).toV0().toString()}/`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}?format=raw`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}?format=car`)).toBe(410);
    expect((await ask(at.port, `${root}.ipfs.localhost`, "/app.js")).status).toBe(410);
    expect((await at.site("/")).status).toBe(410);
    await deny("");
    expect((await at.site("/")).status).toBe(200);
  });

  it("returns 451 if the list's header or the rule sets it", async () => {
    await deny(`version: 1\nhints:\n  gateway_status: 451\n---\n/ipfs/${root}`);
    expect(await statusOf(`/ipfs/${root}/`)).toBe(451);
    await deny(`/ipfs/${root} gateway_status=451 reason=court`);
    expect(await statusOf(`/ipfs/${root}/`)).toBe(451);
  });

  it("is denied regardless of the path to it", async () => {
    await deny(`/ipfs/${(await docs()).toString()}`);
    expect(await statusOf(`/ipfs/${root}/docs/`)).toBe(410);
    expect((await at.site("/docs/")).status).toBe(410);
    expect(await statusOf(`/ipfs/${root}/app.js`)).toBe(200);
  });

  it("aborts a CAR that would contain it, without revealing it", async () => {
    const car = (path: string): Promise<string> => received(at.port, `/ipfs/${path}`);
    const whole = await car(`${root}?format=car`);
    expect([isWhole(whole), whole.includes("export {};")]).toEqual([true, true]);
    const { cid } = (await at.blocks.resolve(CID.parse(root), ["app.js"]))!;
    await deny(`/ipfs/${cid.toString()}`);
    const cut = await car(`${root}?format=car`);
    expect([isWhole(cut), cut.includes("export {};")]).toEqual([false, false]);
    expect(isWhole(await car(`${root}?format=car&dag-scope=entity`))).toBe(true);
    expect(await statusOf(`/ipfs/${root}/app.js?format=car`)).toBe(410);
  });

  it("blocks a CAR of a tree with a denied path, but not of other paths", async () => {
    await deny(`/ipfs/${root}/docs/index.html\n+/ipfs/${root}/app.js`);
    expect(await statusOf(`/ipfs/${root}?format=car`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}/docs?format=car`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}?format=car&dag-scope=entity`)).toBe(200);
    expect(await statusOf(`/ipfs/${root}/app.js?format=car`)).toBe(200);
  });

  it("can be an exact path, a path prefix, or everything below a path", async () => {
    await deny(`/ipfs/${root}/docs/index.html`);
    expect([await statusOf(`/ipfs/${root}/docs/index.html`), await statusOf(`/ipfs/${root}/app.js`)]).toEqual([
      410, 200,
    ]);
    await deny(`/ipfs/${root}/doc*`);
    expect([await statusOf(`/ipfs/${root}/docs/`), await statusOf(`/ipfs/${root}/app.js`)]).toEqual([410, 200]);
    await deny(`/ipfs/${root}/*`);
    expect([await statusOf(`/ipfs/${root}/app.js`), await statusOf(`/ipfs/${root}/`)]).toEqual([410, 410]);
    await deny(`/ipfs/${root}/gr%C3%B6%C3%9Fe*`);
    expect(await statusOf(`/ipfs/${root}/gr%C3%B6%C3%9Fe`)).toBe(410);
  });

  it("can have exceptions with +", async () => {
    await deny(`/ipfs/${root}/docs*\n+/ipfs/${root}/docs/index.html`);
    expect(await statusOf(`/ipfs/${root}/docs/`)).toBe(410);
    expect(await statusOf(`/ipfs/${root}/docs/index.html`)).toBe(200);
  });

  it("can be listed as hashes: of CID and path (legacy), or of the multihash", async () => {
    const sha = (text: string) => createHash("sha256").update(text).digest();
    await deny(`//${sha(`${root}/`).toString("hex")}`);
    expect([await statusOf(`/ipfs/${root}/`), await statusOf(`/ipfs/${root}/app.js`)]).toEqual([410, 410]);
    await deny(`//${sha(`${root}/app.js`).toString("hex")}`);
    expect([await statusOf(`/ipfs/${root}/app.js`), await statusOf(`/ipfs/${root}/`)]).toEqual([410, 200]);
    const key = base58btc.baseEncode(CID.parse(root).multihash.bytes);
    const multihash = base58btc.baseEncode(Buffer.concat([Buffer.from([0x12, 0x20]), sha(key)]));
    await deny(`//${multihash}`);
    expect(await statusOf(`/ipfs/${root}/`)).toBe(410);
  });

  it("can be a name", async () => {
    await deny("/ipns/bad.example");
    expect(await statusOf("/ipns/bad.example")).toBe(410);
    expect(await statusOf("/ipns/good.example")).toBe(502);
  });

  it("is served again once its list is deleted", async () => {
    await deny(`/ipfs/${root}`);
    await rm(join(folder, "test.deny"));
    await lists.refresh();
    expect(lists.current().size).toBe(0);
    expect(await statusOf(`/ipfs/${root}/`)).toBe(200);
  });
});

describe("a denylist", () => {
  it("ignores and reports invalid lines, and applies the others", () => {
    const { rules, ignoredLines } = parseDenylist(
      `version: 1\n---\n# comment\n\nnonsense\n/ipfs/notacid\n/ipfs/${root}\n//zz\n/ipfs/${root}/%E0%A4%A\n/http/x\r\n`,
    );
    expect(rules).toEqual([{ by: "ipfs", key: expect.any(String), path: { is: "whole" }, allows: false, status: 410 }]);
    expect(ignoredLines).toEqual([5, 6, 8, 9, 10]);
  });
});
