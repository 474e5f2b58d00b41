/** The table of models: installed from the catalog, files, and servers. */
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Logger } from "pino";
import type { ModelKind } from "../../../../resources/ai/models.ts";
import type { Config } from "../../config.ts";
import { readCatalog, type CatalogModel } from "../../engines/ai/models/catalog.ts";
import { readGgufHeader } from "../../engines/ai/models/gguf-header.ts";
import { openRemoteModels } from "../../engines/ai/remote.ts";
import type { Db } from "../../engines/database/database.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";

export type StoredModel = RowOf<"model">;

export interface Added {
  /** A file's path, or a server's URL. */
  readonly address: string;
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly isFree?: boolean | undefined;
}

const purposeOf = (id: string): string => `model server ${id}`;

export const sealedServerKeys: SealedColumn = { table: "model", column: "sealed_key", key: "id", purpose: purposeOf };

export const createModelStore = (config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "AI_HUB">) => {
  const box = createSecretBox(config);
  const catalog: ReadonlyMap<string, CatalogModel> = new Map(readCatalog().map((entry) => [entry.id, entry]));
  const rowOf = ({ id, name, hub }: CatalogModel) => {
    const address = `${config.AI_HUB.replace(/\/+$/, "")}/${hub}`;
    return { id, kind: "CATALOG" as const, name, address, sealed_key: null, is_free: true };
  };
  const entryOf = (id: string): CatalogModel => {
    const entry = catalog.get(id);
    if (!entry) throw new AppError("NOT_FOUND");
    return entry;
  };
  return {
    catalog,
    /** The row of a model of the catalog. */
    rowOf,
    keyOf: (id: string, sealed: Buffer): string => box.open(purposeOf(id), sealed),
    /** Adds a file or a server; `ownName` is its name without another. Throws INVALID_INPUT. */
    add: async (db: Db, { address, name, key, isFree = true }: Added, ownName: string): Promise<StoredModel> => {
      const rows = await presentRows(db);
      if (rows.some((row) => row.address === address))
        throw invalidField("address", "Address: this one is already in the list.");
      const chosen = name?.trim() || ownName;
      if (rows.some((row) => row.name === chosen))
        throw invalidField("name", "Name: already used. Choose another one.");
      const id = randomUUID();
      const kind: ModelKind = isServer(address) ? "SERVER" : "FILE";
      const sealed = kind === "SERVER" && key ? box.seal(purposeOf(id), key) : null;
      const values = { id, kind, name: chosen, address, sealed_key: sealed, is_free: isFree };
      return db.insertInto("model").values(values).returningAll().executeTakeFirstOrThrow();
    },
    /** Installs a model of the catalog. Throws NOT_FOUND. */
    install: async (db: Db, id: string): Promise<CatalogModel> => {
      const entry = entryOf(id);
      await db
        .insertInto("model")
        .values(rowOf(entry))
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ removed_at: null, created_at: new Date() }))
        .execute();
      return entry;
    },
    /** Installs a model of the catalog, unless it was removed before. */
    offer: async (db: Db, id: string): Promise<void> => {
      await db
        .insertInto("model")
        .values(rowOf(entryOf(id)))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** Throws NOT_FOUND. */
    remove: async (db: Db, id: string): Promise<StoredModel> => {
      const row = (await presentRows(db)).find((one) => one.id === id);
      if (!row) throw new AppError("NOT_FOUND");
      if (row.kind === "CATALOG")
        await db.updateTable("model").set({ removed_at: new Date() }).where("id", "=", id).execute();
      else await db.deleteFrom("model").where("id", "=", id).execute();
      return row;
    },
  };
};

const isServer = (address: string): boolean => !address.startsWith("/");

export const presentRows = (db: Db): Promise<StoredModel[]> =>
  db.selectFrom("model").selectAll().where("removed_at", "is", null).orderBy("created_at").orderBy("id").execute();

/** Returns the name of a file's model, or a server's host. Throws INVALID_INPUT if there is no model. */
export const nameOf = (added: Added, log: Logger): Promise<string> =>
  isServer(added.address) ? serverName(added, log) : fileName(added.address);

/** Returns the name in the file. Throws INVALID_INPUT if it is not a model. */
const fileName = async (path: string): Promise<string> => {
  try {
    const { name } = await readGgufHeader(path);
    return name ?? basename(path, ".gguf");
  } catch (error) {
    throw invalidField("address", `Address: ${(error as Error).message}`);
  }
};

/** Returns the server's host. Throws INVALID_INPUT if it lists no model. */
const serverName = async ({ address, key }: Added, log: Logger): Promise<string> => {
  const url = URL.parse(address);
  if (!url) throw invalidField("address", "Address: not a URL.");
  const server = openRemoteModels({ name: url.host, url: address, free: true, ...(key && { key }) }, log);
  if ((await server.models()).length === 0)
    throw invalidField(
      "address",
      "Address: no models are listed there. Check the URL, which includes /v1, and the key.",
    );
  return url.host;
};
