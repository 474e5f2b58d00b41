/** Runs the Arweave service over real buckets and an embedded Arweave, one round at a time. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Arweave } from "../../../src/cloud/engines/arweave/arweave.ts";
import { openEmbeddedArweave } from "../../../src/cloud/devnet/arweave/open.ts";
import type { Realtime } from "../../../src/cloud/engines/realtime/realtime.ts";
import { levelOf } from "../../../src/cloud/billing/ledger/usage/storage.ts";
import { admitObject, queueObject, stopObject } from "../../../src/cloud/storage/arweave/objects.ts";
import { listHistory } from "../../../src/cloud/storage/arweave/reads.ts";
import { createArweave } from "../../../src/cloud/storage/arweave/service.ts";
import { setSync } from "../../../src/cloud/storage/arweave/sync.ts";
import { arweaveKeyFile } from "./arweave-key.ts";
import { testBuckets } from "./buckets.ts";
import { fake } from "../fake.ts";
import { oneProcess } from "../server/owners.ts";

export const origin = "http://localhost:4040";

interface Options {
  readonly timeoutSeconds?: number;
  readonly node?: Partial<Arweave["node"]>;
  readonly allowedBytes?: number;
}

export const testArweaveService = async ({ timeoutSeconds, node, allowedBytes = 10_000_000 }: Options = {}) => {
  const on = await testBuckets();
  const log = pino({ level: "silent" });
  const weave = await openEmbeddedArweave({
    ...oneProcess(),
    database: on.database,
    blocks: on.blocks,
    log,
    delayMs: 1_000_000,
  });
  const arweave = node ? { ...weave, node: { ...weave.node, ...node } } : weave;
  const told: string[] = [];
  const realtime = fake<Realtime>({ toTeam: (team: string) => void told.push(team) });
  const engines = { database: on.database, blocks: on.blocks, realtime, arweave };
  const config = { ARWEAVE_KEY_FILE: arweaveKeyFile, DATA_DIR: on.dataDir, SECRET_KEY: undefined };
  const service = createArweave({
    ...on,
    engines,
    config,
    log,
    dashboardUrl: () => origin,
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  });
  const grant = { id: randomUUID(), package: "TRIAL" as const, starts_at: new Date(0), ends_at: null };
  await on.db
    .insertInto("allowance_grant")
    .values({ ...grant, team_id: on.teamId, resource: "AR_STORAGE", amount: BigInt(allowedBytes) })
    .execute();

  const send = async (key: string) => {
    const object = (await on.buckets.head(on.bucket, key))!;
    await on.db.transaction().execute(async (trx) => {
      await admitObject(service.deps, trx, await queueObject(trx, on.bucket, object));
    });
  };
  const sync = (state: boolean) => on.db.transaction().execute((trx) => setSync(service.deps, trx, on.bucket, state));
  const stop = (key: string) => on.db.transaction().execute((trx) => stopObject(service.deps, trx, on.bucket.id, key));
  /** Processes new posts immediately instead of a second later. */
  const lookNow = () =>
    on.db
      .updateTable("arweave_upload")
      .set({ next_at: new Date(0) })
      .execute();
  const arrive = async () => {
    await service.round();
    await weave.mine();
    await lookNow();
    await service.round();
  };
  const history = async (query: { key?: string; state?: string; cursor?: string; size?: number } = {}) =>
    (await listHistory(service.deps, on.db, on.teamId, origin, { page: 1, size: 10, ...query })).items;
  const used = () => levelOf(on.db, on.teamId, "AR_STORAGE");
  return { ...on, service, weave, send, sync, stop, arrive, lookNow, history, used, told };
};

/** Returns the state of each file. */
export const states = (rows: readonly { key: string; state: string }[]) =>
  Object.fromEntries(rows.map(({ key, state }) => [key, state]));
