/**
 * Maintains stored content: deletes unknown blobs, verifies all blobs periodically, and notifies operators of damage
 * and a full disk.
 */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { SweepReport } from "../../engines/blocks/blocks.ts";
import { heldMessage } from "../../engines/blocks/roots/sweep.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { notifyOperators, type OperatorDeps } from "../../account/notify-operators.ts";

interface Deps extends OperatorDeps {
  readonly engines: Pick<Engines, "blocks" | "database" | "disk">;
  readonly config: Pick<Config, "SCRUB_DAYS" | "SCRUB_MB_PER_SECOND">;
  readonly log: Logger;
}

const dayMs = 86_400_000;
const MiB = 1024 * 1024;
const help = { url: "/docs/storage", label: "See the docs" };

export const createUpkeep = (deps: Deps) => {
  const { engines, config, log } = deps;
  const { blocks, database, disk } = engines;
  const { db } = database;
  let verified = 0;
  let isDiskNotified = false;

  const notify = async (message: string): Promise<void> => {
    const send = await db.transaction().execute((trx) => notifyOperators(deps, trx, { message, ...help }));
    send();
  };
  const notifySweep = async (report: SweepReport): Promise<void> => {
    if (report.isHeld && report.isNew) await notify(heldMessage);
  };

  const checkDisk = async (): Promise<void> => {
    const wasNotified = isDiskNotified;
    isDiskNotified = disk.isLow();
    if (!isDiskNotified || wasNotified) return;
    const free = Math.floor(disk.freeBytes() / MiB);
    try {
      await notify(`The disk is almost full: ${free} MiB left. New content is rejected until space is freed.`);
    } catch (error) {
      isDiskNotified = false;
      throw error;
    }
  };

  /** Notifies operators of damage, at most once a day across all processes. */
  const notifyDamage = async (): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable("instance")
      .set({ damage_told_at: new Date() })
      .where((when) =>
        when.or([when("damage_told_at", "is", null), when("damage_told_at", "<", sql<Date>`now() - interval '1 day'`)]),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { damagedBlobs } = await blocks.soundness();
    await notify(
      `${damagedBlobs === 1 ? "A stored blob is" : `${damagedBlobs} stored blobs are`} damaged. Run "npm run verify -- --from FOLDER" with a backup.`,
    );
  };

  const verifyDue = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && config.SCRUB_DAYS > 0) {
      const report = await blocks.verifyNext(new Date(Date.now() - config.SCRUB_DAYS * dayMs));
      if (!report) return;
      verified += report.bytes;
      if (report.state === "repaired") log.warn({ blobId: report.blobId }, "Repaired a damaged blob");
      if (report.state === "damaged") {
        log.error({ blobId: report.blobId, blocks: report.damaged.length }, "Found a damaged blob");
        await notifyDamage();
      }
      const restMs = (report.bytes / (config.SCRUB_MB_PER_SECOND * MiB)) * 1000;
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    }
  };

  let isSwept = false;
  /** The block store sweeps as it opens: the first run reports that sweep. */
  const sweep = async (): Promise<void> => {
    const report = isSwept ? blocks.sweep() : blocks.startSweep;
    isSwept = true;
    await notifySweep(await report);
  };

  return {
    /** Returns the bytes verified by this process since its start. */
    verifiedBytes: (): number => verified,
    duties: [
      { name: "Delete unknown blobs", every: "1 d", scope: "process", run: sweep },
      { name: "Report a full disk", every: "10 s", scope: "process", run: checkDisk },
      { name: "Verify blobs", every: "10 s", scope: "cluster", timeout: "1 d", run: verifyDue },
    ] satisfies readonly Duty[],
  };
};
