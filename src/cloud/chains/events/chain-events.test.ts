import { pino } from "pino";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { land, mintTransaction } from "../../../../tests/support/billing/money.ts";
import { scriptedChain, type ScriptedChain } from "../../../../tests/support/chains/scripted-chain.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import type { Scheduler } from "../../kernel/duties.ts";
import { startDuties } from "../../../../tests/support/server/duties.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { createChainEvents, type ChainEvents, type EventHandler } from "./service.ts";

const account = `0x${"ab".repeat(32)}`;
const confirmations = 3;

let database: TestDatabase;
let chain: ScriptedChain;
beforeEach(async () => {
  database = await testDatabase();
  chain = scriptedChain("polygon", { confirmations });
});

/** Runs a watcher's duty as a process does. */
const work = async ({ duties }: ChainEvents): Promise<Scheduler> => {
  const scheduler = await startDuties(database, duties);
  onTestFinished(scheduler.close);
  return scheduler;
};

/** A watcher, with its events in order. */
const watcher = () => {
  const log: string[] = [];
  const record =
    (moment: string) =>
    async (_trx: unknown, { fields }: { fields: Record<string, string> }) => {
      log.push(`${moment} ${BigInt(fields["landAmount"]!) / land(1)}`);
      return undefined;
    };
  const handler: EventHandler = {
    seen: record("seen"),
    dropped: record("dropped"),
    settled: record("settled"),
    reversed: record("reversed"),
  };
  const events = createChainEvents({ database, evm: chain.evm, log: pino({ level: "silent" }) });
  events.handle("MINT", handler);
  return { events, told: log, look: () => events.poll("polygon") };
};
const paid = (amount: number) => mintTransaction(account, land(amount));

describe("the watcher", () => {
  it("reports an event when seen, and once when confirmed, counting its own block", async () => {
    const { told: log, look } = watcher();
    chain.mine(paid(1));
    chain.mine();
    await look();
    expect(log).toEqual(["seen 1"]);
    chain.mine();
    await look();
    await look();
    expect(log).toEqual(["seen 1", "settled 1"]);
  });

  it("resumes after a restart", async () => {
    chain.mine(paid(1));
    await watcher().look();
    const { told: log, look } = watcher();
    chain.mine(paid(2));
    chain.mine();
    await look();
    expect(log).toEqual(["seen 2", "settled 1"]);
  });

  it("follows a transaction into another block", async () => {
    const { told: log, look } = watcher();
    const [one, two] = [paid(1), paid(2)];
    chain.mine(one);
    chain.mine(two);
    await look();
    chain.drop(2);
    chain.mine(two);
    chain.mine();
    chain.mine(one);
    await look();
    expect(log).toEqual(["seen 1", "seen 2", "dropped 2", "dropped 1", "seen 2", "seen 1", "settled 2"]);
  });

  it("reverts nothing because a node lags or hides a block", async () => {
    const { told: log, look } = watcher();
    chain.mine(paid(1));
    for (let more = 0; more < 5; more += 1) chain.mine();
    await look();
    for (const depth of [1, 4, 6]) {
      chain.lag(depth);
      await look();
    }
    chain.lag(0);
    chain.mine();
    await look();
    expect(log).toEqual(["seen 1", "settled 1"]);
  });

  it("finds reverted events below its stored blocks", async () => {
    const { told: log, look } = watcher();
    chain.mine(paid(1));
    for (let more = 0; more < 320; more += 1) chain.mine();
    await look();
    chain.drop(321);
    chain.mine(paid(2));
    for (let more = 0; more < 330; more += 1) chain.mine();
    await look();
    expect(log).toEqual(["seen 1", "settled 1", "reversed 1", "seen 2", "settled 2"]);
  });

  it("reads a long history in ranges", async () => {
    const { told: log, look } = watcher();
    chain.mine(paid(1));
    for (let more = 0; more < 1500; more += 1) chain.mine();
    chain.mine(paid(2));
    let requests = 0;
    chain.onRequest((method) => void (requests += method === "eth_getLogs" ? 1 : 0));
    await look();
    expect(log).toEqual(["seen 1", "seen 2", "settled 1"]);
    expect(requests).toBeLessThan(80);
  });

  it("runs in one process at a time; another takes over", async () => {
    const [first, second] = [watcher(), watcher()];
    const process = await work(first.events);
    const holder = () => database.db.selectFrom("duty").select("holder").executeTakeFirstOrThrow();
    await vi.waitFor(async () => expect((await holder()).holder).not.toBeNull(), patience);
    await work(second.events);
    chain.mine(paid(1));
    chain.tell();
    await vi.waitFor(() => expect(first.told).toEqual(["seen 1"]), patience);
    await process.close();
    chain.mine();
    chain.mine();
    await vi.waitFor(() => {
      chain.tell();
      expect(second.told).toEqual(["settled 1"]);
    }, patience);
  });

  it("takes over from a frozen one, which changes nothing when it resumes", async () => {
    const [frozen, next] = [watcher(), watcher()];
    const [stands, resumes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    chain.mine(paid(1));
    chain.onRequest(async (method) => {
      if (method !== "eth_getLogs") return;
      chain.onRequest(() => undefined);
      stands.resolve();
      await resumes.promise;
    });
    const look = frozen.look();
    await stands.promise;
    await database.db
      .insertInto("duty")
      .values({ name: "Watch the chains", scope: "cluster", every: "1 s", holder: crypto.randomUUID() })
      .execute();
    await database.pool.query("update duty set lease_until = now() + interval '300 ms'");
    await work(next.events);
    await vi.waitFor(() => expect(next.told).toEqual(["seen 1"]), patience);
    for (let more = 1; more < confirmations; more += 1) chain.mine();
    await vi.waitFor(() => {
      chain.tell();
      expect(next.told).toEqual(["seen 1", "settled 1"]);
    }, patience);
    resumes.resolve();
    await expect(look).rejects.toThrow("Another process reads polygon.");
    expect(frozen.told).toEqual([]);
  });

  it("resumes after a node failure", async () => {
    const { events, told: log } = watcher();
    let isDown = true;
    let refused = 0;
    chain.onRequest(() => {
      if (!isDown) return;
      refused += 1;
      throw new Error("connection refused");
    });
    chain.mine(paid(1));
    await work(events);
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0), patience);
    isDown = false;
    events.hint();
    await vi.waitFor(() => expect(log).toEqual(["seen 1"]), patience);
  });

  it("retries failed events, and handles others meanwhile", async () => {
    const { events, told: log, look } = watcher();
    let fails = true;
    const failing = vi.fn(async (_trx: unknown, { fields }: { fields: Record<string, string> }) => {
      if (fails && fields["landAmount"] === land(1).toString()) throw new Error("not now");
      log.push(`settled ${BigInt(fields["landAmount"]!) / land(1)}`);
      return undefined;
    });
    const quiet = async () => undefined;
    events.handle("MINT", { seen: quiet, dropped: quiet, reversed: quiet, settled: failing });
    chain.mine(paid(1), paid(2));
    chain.mine();
    chain.mine();
    await look();
    expect(log).toEqual(["settled 2"]);
    fails = false;
    await look();
    expect(log).toEqual(["settled 2", "settled 1"]);
  });
});
