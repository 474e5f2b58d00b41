import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Db } from "../engines/database/database.ts";
import { createModelStore, nameOf, presentRows } from "../ai/models/store.ts";

interface Context {
  readonly db: Db;
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "AI_HUB">;
  readonly log: Logger;
  say(text: string): void;
}

interface Options {
  readonly name?: string | undefined;
  /** API key of a model server. */
  readonly key?: string | undefined;
  /** Models of the server are offered only with a price. */
  readonly paid?: boolean | undefined;
}

const usage =
  "Usage: npm run model [-- install ID | add PATH | add URL [--name NAME] [--key KEY] [--paid] | remove ID]";

/** Lists the models, or runs `install`, `add` or `remove`. Throws with a sentence for the operator. */
export const runModelCommand = async (context: Context, words: readonly string[], options: Options): Promise<void> => {
  const { db, config, log, say } = context;
  const store = createModelStore(config);
  const [command = "list", target] = words;
  if (command === "list") return list(context);
  if (target === undefined || words.length > 2) throw new Error(usage);
  if (command === "install") {
    if (!store.catalog.has(target)) throw new Error(`No model ${target} in the catalog. npm run model lists all.`);
    const { name, bytes } = await store.install(db, target);
    return say(`${name} (${Math.ceil(bytes / 1e6)} MB) is fetched by the running server, or at its next start.`);
  }
  if (command === "add") {
    const added = { address: target, name: options.name, key: options.key, isFree: options.paid !== true };
    const { name } = await store.add(db, added, await nameOf(added, log));
    return say(`Added ${name}.`);
  }
  if (command !== "remove") throw new Error(usage);
  if (!(await presentRows(db)).some(({ id }) => id === target))
    throw new Error(`No model ${target} here. npm run model lists all.`);
  const { name } = await store.remove(db, target);
  say(`Removed ${name}.`);
};

const list = async ({ db, config, say }: Context): Promise<void> => {
  const { catalog } = createModelStore(config);
  const rows = await presentRows(db);
  for (const { id, name, address } of rows.filter(({ kind }) => kind !== "CATALOG")) say(`${id}  ${name}  ${address}`);
  for (const { id, name, file, bytes, license } of catalog.values()) {
    const isWanted = rows.some((row) => row.id === id);
    const state = !isWanted
      ? "not installed"
      : (await isThere(join(config.DATA_DIR, "ai", file)))
        ? "ready"
        : "waiting";
    say(`${id}  ${name}, ${Math.ceil(bytes / 1e6)} MB, ${license}: ${state}`);
  }
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
