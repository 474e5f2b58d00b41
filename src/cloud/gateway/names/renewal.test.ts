import { randomUUID } from "node:crypto";
import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base36 } from "multiformats/bases/base36";
import { pino } from "pino";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { temporaryFolder } from "../../../../tests/support/server/web.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { readRecord, signRecord } from "./record.ts";
import { createIpns, type Ipns, type NameRow } from "./service.ts";
import { fake } from "../../../../tests/support/fake.ts";

const apple = "/ipfs/bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";
const pear = "/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const dayMs = 86_400_000;
const hourMs = 3_600_000;

let database: TestDatabase;
let folder: string;
let teamId: string;
/** Records served by the external gateways, by name, and the number of requests. */
const externalRecords = new Map<string, Uint8Array>();
let requestCount = 0;
beforeAll(async () => {
  database = await testDatabase();
  folder = await temporaryFolder();
  teamId = await newTeam(database);
});
afterEach(() => void vi.useRealTimers());

const newTeam = async ({ db }: TestDatabase): Promise<string> => {
  const [person, team] = [randomUUID(), randomUUID()];
  await db
    .insertInto("person")
    .values({ id: person, address: person, wallet_type: "OTHER", username: "person" })
    .execute();
  await db.insertInto("team").values({ id: team, name: "team", owner_id: person, welcomed_at: null }).execute();
  return team;
};

/** Opens the service as a separate process would. */
const openIpns = (gateways: string[] = []): Ipns =>
  createIpns(
    { database, realtime: fake<Realtime>({ signal: () => undefined, onSignal: () => undefined }) },
    {
      config: { DATA_DIR: folder, SECRET_KEY: undefined, IPFS_GATEWAYS: gateways },
      log: pino({ level: "silent" }),
      nameChanged: async () => undefined,
      fetch: async (url) => {
        requestCount += 1;
        const record = externalRecords.get(/\/ipns\/(\w+)/.exec(url)![1]!);
        return record ? new Response(Buffer.from(record)) : new Response("", { status: 404 });
      },
    },
  );
const inTurn = <T>(work: Parameters<ReturnType<TestDatabase["db"]["transaction"]>["execute"]>[0]): Promise<T> =>
  database.db.transaction().execute(work) as Promise<T>;
const create = (ipns: Ipns, lifetime = 30) =>
  inTurn<NameRow>((trx) => ipns.create(trx, teamId, { name: randomUUID(), value: apple, lifetime }));
const publish = (ipns: Ipns, key: string, value: string) =>
  inTurn<NameRow>((trx) => ipns.publish(trx, teamId, key, { value }));
/** Sets only the date of this process, not its timers or the database's clock. */
const setClock = (ms: number): void => void vi.useFakeTimers({ toFake: ["Date"], now: ms });

const foreignName = async () => {
  const pair = await generateKeyPair("Ed25519");
  const sign = (value: string, sequence: bigint, validMs = dayMs) =>
    signRecord(privateKeyToProtobuf(pair), { value, sequence, expiresAt: new Date(Date.now() + validMs) });
  return { key: pair.publicKey.toCID().toString(base36), sign };
};

describe("a name's record", () => {
  it("is renewed after half of its lifetime, with the same value and a higher sequence number", async () => {
    const ipns = openIpns();
    const { key, expires_at } = await create(ipns, 30);
    setClock(Date.now() + 15 * dayMs - hourMs);
    await ipns.renew();
    expect((await ipns.record(key))!.sequence).toBe(1n);
    setClock(Date.now() + 2 * hourMs);
    await ipns.renew();
    const renewed = (await ipns.record(key))!;
    expect(renewed).toMatchObject({ sequence: 2n, value: apple });
    expect(renewed.expiresAt.getTime() - expires_at.getTime()).toBeGreaterThan(14 * dayMs);
  });

  it("that expired while the server was down does not resolve until it is renewed", async () => {
    const ipns = openIpns();
    const { key } = await create(ipns, 1);
    setClock(Date.now() + 2 * dayMs);
    expect(await openIpns().resolve(key)).toBeUndefined();
    await openIpns().renew();
    expect(await openIpns().resolve(key)).toMatchObject({ cid: apple.slice(6) });
  });

  it("has a higher sequence number after a restart, even with a clock set back", async () => {
    const { key } = await create(openIpns());
    setClock(Date.now() - hourMs);
    expect((await publish(openIpns(), key, pear)).sequence).toBe("2");
    setClock(Date.now() + 2 * hourMs);
    expect((await publish(openIpns(), key, apple)).sequence).toBe("3");
  });

  it("signed concurrently by two processes has unique sequence numbers", async () => {
    const [one, other] = [openIpns(), openIpns()];
    const { key } = await create(one);
    const signed = await Promise.all(
      Array.from({ length: 10 }, (_, at) => publish(at % 2 ? one : other, key, `${pear}/${at}`)),
    );
    expect(signed.map(({ sequence }) => Number(sequence)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 2),
    );
  });

  it("signed before a database restore is adopted, so that sequence numbers keep increasing", async () => {
    const ipns = openIpns();
    const before = await create(ipns);
    const later = await publish(ipns, before.key, pear);
    const { value, sequence, record, expires_at, republish_at } = before;
    const backUp = { value, sequence, record, expires_at, republish_at };
    await database.db.updateTable("ipns_name").set(backUp).where("key", "=", before.key).execute();
    const restored = openIpns();
    await restored.accept(before.key, later.record);
    expect(await restored.resolve(before.key)).toMatchObject({ cid: pear.slice(6) });
    expect((await publish(restored, before.key, apple)).sequence).toBe("3");
  });
});

describe("a foreign name", () => {
  it("is fetched from the configured gateways, and again after its cache time", async () => {
    const ipns = openIpns(["https://gateway.example"]);
    const { key, sign } = await foreignName();
    externalRecords.set(key, await sign(apple, 7n));
    expect(await ipns.resolve(key)).toMatchObject({ cid: apple.slice(6) });
    externalRecords.set(key, await sign(pear, 8n));
    const before = requestCount;
    expect(await openIpns(["https://gateway.example"]).resolve(key)).toMatchObject({ cid: apple.slice(6) });
    expect(requestCount).toBe(before);
    const start = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(start + 61_000);
    setClock(Date.now() + 61_000);
    expect(await ipns.resolve(key)).toMatchObject({ cid: pear.slice(6) });
  });

  it("ignores older records and records of other names", async () => {
    const ipns = openIpns(["https://gateway.example"]);
    const [one, other] = [await foreignName(), await foreignName()];
    externalRecords.set(one.key, await one.sign(pear, 8n));
    await ipns.resolve(one.key);
    externalRecords.set(one.key, await one.sign(apple, 7n));
    const start = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(start + 61_000);
    setClock(Date.now() + 61_000);
    expect(await ipns.resolve(one.key)).toMatchObject({ cid: pear.slice(6) });
    externalRecords.set(other.key, await one.sign(apple, 9n));
    expect(await ipns.resolve(other.key)).toBeUndefined();
  });
});

it("a record includes its value and sequence number", async () => {
  const { sign: signed } = await foreignName();
  expect(readRecord(await signed(pear, 12n))).toMatchObject({ value: pear, sequence: 12n });
});
