import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as dagCbor from "@ipld/dag-cbor";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";
import { silentRealtime } from "../../../../tests/support/server/realtime.ts";
import { blockOf, carOf } from "../../../../tests/support/ipfs/dag.ts";
import { dice } from "../../../../tests/support/chains/dice.ts";
import { keyStream } from "../../../../tests/support/ipfs/unixfs.ts";
import type { Trx } from "../../engines/database/database.ts";
import { PartMissing } from "../../engines/blocks/roots/record.ts";
import { createContentOwners } from "./service.ts";

const workers = 6;
const stepsEach = 40;

/** A few contents, to provoke duplicates: small ones, single leaves and multiple leaves. */
const contentOf = (number: number): Buffer =>
  keyStream(`content ${number}`)([40, 3000, 70_000, 1_100_000][number % 4]!);

interface Holder {
  readonly team: string;
  readonly cid: string;
}

const openStorm = async () => {
  const teams = Array.from({ length: 4 }, () => randomUUID());
  let nextTeam = 0;
  const { blocks, database, dataDir } = await testBlocks();
  // A team's storage usage is a separate row, which the real ledger locks.
  const store = async (trx: Trx, team: string): Promise<void> =>
    void (await sql`select pg_advisory_xact_lock(hashtext(${team}))`.execute(trx));
  const contentOwners = createContentOwners({
    engines: { database, blocks, realtime: silentRealtime },
    allowance: { store },
  });
  const held: Holder[] = [];

  interface Root {
    readonly cid: string;
    readonly sizeBytes: number;
    record(trx: Trx): Promise<void>;
    settle?(): Promise<void>;
  }
  /** Records and holds a root. Does nothing if another worker has deleted one of its parts. */
  const add = async (root: Root | undefined): Promise<void> => {
    if (!root) return;
    const team = teams[(nextTeam += 1) % teams.length]!;
    try {
      await database.db.transaction().execute(async (trx) => {
        await root.record(trx);
        await contentOwners.add(trx, team, [root]);
      });
      held.push({ team, cid: root.cid });
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error;
    } finally {
      await root.settle?.();
    }
  };
  const drop = async (index: number): Promise<void> => {
    const [holder] = held.splice(index, 1);
    if (!holder) return;
    await database.db.transaction().execute((trx) => contentOwners.drop(trx, holder.team, [holder.cid]));
  };
  return { blocks, database, dataDir, contentOwners, held, add, drop };
};

type Storm = Awaited<ReturnType<typeof openStorm>>;

const put = async ({ blocks, add }: Storm, number: number): Promise<void> => {
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, contentOf(number));
  await add(await blocks.prepareFile(path));
};

const link = async ({ blocks, add, held }: Storm, roll: (below: number) => number): Promise<void> => {
  const chosen = Array.from({ length: 3 }, () => held[roll(held.length)]!.cid);
  const entries = chosen.map((cid, index) => ({ path: `folder ${index % 2}/${index}`, cid, sizeBytes: 1 }));
  const tree = await blocks
    .importLinks(
      (async function* () {
        yield* entries;
      })(),
    )
    .catch(ignoreMissing);
  await add(tree);
};

const hold = async ({ blocks, add, held }: Storm, roll: (below: number) => number): Promise<void> => {
  let cid = CID.parse(held[roll(held.length)]!.cid);
  for (let depth = roll(3); depth > 0; depth -= 1) {
    const links = (await blocks.links(cid))?.links ?? [];
    if (links.length > 0) cid = CID.parse(links[roll(links.length)]!.cid);
  }
  await add(await blocks.prepareHold(cid, 10_000));
};

/** Imports a CAR with a single block that links to held content. */
const takeCar = async ({ blocks, add, held }: Storm, roll: (below: number) => number): Promise<void> => {
  const [a, b] = [held[roll(held.length)]!.cid, held[roll(held.length)]!.cid].map((cid) => CID.parse(cid));
  const block = await blockOf(dagCbor.code, dagCbor.encode({ a, b }));
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, await carOf([block.cid], [block]));
  const car = await blocks.importCar(path, { entriesMax: 10_000 });
  const [root] = car.roots;
  if (root?.isComplete) await add({ ...root, record: (trx) => car.record(trx), settle: () => car.settle() });
};

const ignoreMissing = (error: unknown): undefined => {
  if (error instanceof PartMissing) return undefined;
  throw error;
};

/** Runs random steps. The interleaving of workers is not deterministic. */
const work = async (storm: Storm, seed: number): Promise<void> => {
  const roll = dice(`worker ${seed}`);
  for (let step = 0; step < stepsEach; step += 1) {
    const act = storm.held.length < 3 ? 0 : roll(10);
    if (act < 3) await put(storm, roll(12));
    else if (act < 5) await link(storm, roll);
    else if (act < 6) await takeCar(storm, roll);
    else if (act < 8) await hold(storm, roll);
    else await storm.drop(roll(storm.held.length));
  }
};

test("concurrent puts, links, holds and drops keep held content complete and delete the rest", async () => {
  const storm = await openStorm();
  const { blocks, database, contentOwners, held } = storm;
  let isOver = false;
  const clearing = (async () => {
    while (!isOver) await contentOwners.clear();
  })();
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, (_, seed) => work(storm, seed)));
  isOver = true;
  await clearing;
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);

  expect(held.length).toBeGreaterThan(10);
  for (const cid of new Set(held.map((holder) => holder.cid))) {
    // Reads and verifies each block; a missing one throws.
    for await (const _ of blocks.exportCar(CID.parse(cid), { scope: "all", dups: false }));
  }
  while (held.length > 0) await storm.drop(0);
  // Parts of a deleted root are queued after it.
  while ((await database.db.selectFrom("root_discard").select("cid").execute()).length > 0) await contentOwners.clear();
  expect(await blocks.totals()).toEqual({ blocks: 0, files: 0, storedBytes: 0 });
  expect(await readdir(join(storm.dataDir, "blobs"))).toEqual([]);
});
