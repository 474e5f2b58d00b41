/**
 * Receives a push. Git receives it into a temporary repository, which borrows the objects of the copy on this machine,
 * and checks it as usual. Before its report reaches the client, the new pack is stored as a blob, and references change
 * in one transaction that compares their old values. A killed process leaves a folder and at most an unlisted blob.
 */
import { link, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { repositoryBytesMax } from "../../../../resources/limits.ts";
import type { Db } from "../database/database.ts";
import { createBare, installPacks, packedRefs, parseRefs, readText, unlessMissing, type Refs } from "./bare.ts";
import { changesBetween, type Cache } from "./cache.ts";
import type { GitExchange, PushedRef } from "./git.ts";
import { serveExchange } from "./http-backend.ts";
import { runGit } from "./run-git.ts";
import { commitChange, findHosted, type Refusals } from "./state.ts";

interface PushDeps {
  readonly db: Db;
  readonly cache: Cache;
  readonly log: Pick<Logger, "error">;
}

/** Packs stay packed: each becomes a blob. Packs are consolidated elsewhere. */
const settings = { "receive.unpackLimit": "1", "receive.autogc": "false", "maintenance.auto": "false" };

const failed = "the push could not be stored, push again";

/** Answers a push and returns the references that it changed. */
export const servePush = async (deps: PushDeps, exchange: GitExchange): Promise<readonly PushedRef[]> => {
  const { db, cache, log } = deps;
  const { repository } = exchange;
  return cache.withFolder("push", async (root) => {
    const folder = join(root, `${repository}.git`);
    const copy = await cache.refresh(repository);
    const before = await borrow(copy, folder);
    let pushed: readonly PushedRef[] = [];
    const store = async (): Promise<Refusals> => {
      const refs = changesBetween(before.refs, await readRefs(folder));
      if (refs.length === 0) return new Map();
      try {
        const packs = await cache.storePacks(folder);
        const refused = await commitChange(db, { ...before.mark, refs, packs });
        if (refused.size > 0) return refused;
      } catch (error) {
        log.error({ err: error, repository }, "A push could not be stored");
        return new Map(refs.map(({ ref }) => [ref, failed]));
      }
      pushed = refs;
      // Saves the copy from fetching them.
      await installPacks(join(folder, "objects", "pack"), copy).catch(unlessMissing);
      return new Map();
    };
    const room = repositoryBytesMax - ((await findHosted(db, repository))?.sizeBytes ?? 0);
    // Git treats 0 as "no limit".
    const limit = { "receive.maxInputSize": `${Math.max(1, room)}` };
    await serveExchange({ root, settings: { ...settings, ...limit }, store }, exchange);
    return pushed;
  });
};

/** Creates a repository with the references of a copy, which uses its objects. Returns the references. */
const borrow = async (copy: string, folder: string) => {
  await mkdir(folder, { recursive: true });
  await createBare(folder, "main");
  await writeFile(join(folder, "HEAD"), (await readText(join(copy, "HEAD")))!);
  await writeFile(join(folder, "objects", "info", "alternates"), `${join(copy, "objects")}\n`);
  // The file never changes: the copy replaces it.
  await link(join(copy, packedRefs), join(folder, packedRefs));
  const { mark, refs } = parseRefs((await readText(join(folder, packedRefs))) ?? "");
  if (!mark) throw new Error(`The references of ${copy} are being changed by the version before.`);
  return { mark, refs };
};

const readRefs = async (folder: string): Promise<Refs> => {
  const listed = await runGit([`--git-dir=${folder}`, "for-each-ref", "--format=%(objectname) %(refname)"]);
  return parseRefs(listed.toString()).refs;
};
