/** The models that operators have installed or added. Each process opens them; those that serve the API fetch their files. */
import { basename } from "node:path";
import type { Logger } from "pino";
import type { Row } from "../../../../resources/declare/define.ts";
import { models as resource, type ModelKind } from "../../../../resources/ai/models.ts";
import type { Config } from "../../config.ts";
import type { Ai, ModelCard } from "../../engines/ai/ai.ts";
import type { CatalogModel } from "../../engines/ai/models/catalog.ts";
import { automaticModel } from "../../engines/ai/models/local-models.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { inPhases, type Route } from "../../kernel/calls/route.ts";
import type { Duty, Wake } from "../../kernel/duties.ts";
import { createModelStore, nameOf, presentRows, type Added, type StoredModel } from "./store.ts";

type Model = Row<typeof resource>;

interface Deps {
  readonly engines: { readonly database: Pick<Database, "db">; readonly ai: Ai };
  readonly config: Pick<Config, "DATA_DIR" | "SECRET_KEY" | "AI_MODEL" | "AI_HUB">;
  readonly wake: Wake;
  readonly log: Logger;
}

export interface Models {
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
  /** Opens the stored models. An instance without any gets the model of AI_MODEL=auto. */
  start(): Promise<void>;
}

const readDuty = "Read the AI models";
const fetchDuty = "Fetch AI models";

export const createModels = ({ engines: { database, ai }, config, wake, log }: Deps): Models => {
  const { db } = database;
  const store = createModelStore(config);
  const { catalog, rowOf } = store;

  const read = async (): Promise<void> => {
    const rows = await presentRows(db);
    const servers = rows
      .filter(({ kind }) => kind === "SERVER")
      .map(({ id, name, address, sealed_key: key, is_free: free }) => {
        return { name, url: address, free, ...(key && { key: store.keyOf(id, key) }) };
      });
    const local = rows
      .filter(({ kind }) => kind !== "SERVER")
      .map(({ id, kind, name, address }) => ({ source: kind === "FILE" ? address : id, name }));
    await ai.use({ local, servers });
  };
  /** Reads first: a wake-up of both duties may start this one before the other has opened a new model. */
  const fetchMissing = async (signal: AbortSignal): Promise<void> => {
    await read();
    await ai.prepare(signal);
  };
  /** In all processes, once the change is committed. */
  const spread = (): void => {
    wake(readDuty);
    wake(fetchDuty);
  };

  const list = async (trx: Db): Promise<Model[]> => {
    const rows = await presentRows(trx);
    const cards = await cardsBySource(ai);
    const added = rows.map((row) => ({ ...described(row, catalog.get(row.id)), ...stateOf(row, cards) }));
    const others = [...catalog.values()].filter(({ id }) => !rows.some((row) => row.id === id)).map(rowOf);
    return [
      ...added,
      ...others.map((row): Model => {
        // AI_MODEL can name one.
        const state = cards.has(row.id) ? stateOf(row, cards) : { state: "available" as const };
        return { ...described(row, catalog.get(row.id)), ...state };
      }),
    ];
  };

  return {
    routes: resourceRoutes(
      resource,
      {
        list: async ({ db: reading, query: { kind, state } }) => {
          const items = await list(reading);
          return { items: items.filter((one) => (!kind || one.kind === kind) && (!state || one.state === state)) };
        },
        create: inPhases({
          prepare: ({ body }: { readonly body: Added }) => nameOf(body, log),
          write: async ({ db: trx, body, afterCommit, logged }, ownName): Promise<Model> => {
            const row = await store.add(trx, body, ownName);
            logged({ target: row.name });
            afterCommit(spread);
            return { ...described(row, undefined), state: "fetching" };
          },
        }),
        delete: async ({ db: trx, params: { id }, afterCommit, logged }) => {
          const row = await store.remove(trx, id);
          logged({ target: row.name });
          afterCommit(spread);
          return null;
        },
      },
      {
        install: async ({ db: trx, params: { id }, afterCommit, logged }) => {
          const entry = await store.install(trx, id);
          logged({ target: entry.name });
          afterCommit(spread);
          return null;
        },
      },
    ),
    duties: [
      { name: readDuty, every: "1 min", scope: "process", role: "serving", run: read },
      { name: fetchDuty, every: "10 min", scope: "process", role: "web", timeout: "1 h", run: fetchMissing },
    ],
    start: async () => {
      const automatic = automaticModel(config);
      if (automatic !== undefined) await store.offer(db, automatic);
      await read();
    },
  };
};

type ModelRow = Omit<StoredModel, "created_at" | "removed_at">;

/** What a row says without its state. */
const described = (row: ModelRow | StoredModel, entry: CatalogModel | undefined): Omit<Model, "state"> => ({
  id: row.id,
  name: row.name,
  kind: row.kind as ModelKind,
  address: row.address,
  isFree: row.is_free,
  ...(entry && { license: entry.license, bytes: entry.bytes, detail: entry.description }),
  ...("created_at" in row && { createdAt: Math.floor(row.created_at.getTime() / 1000) }),
});

/** The cards of all upstreams, by the name of a server or the ID of a local model. */
const cardsBySource = async (ai: Pick<Ai, "upstreams">): Promise<ReadonlyMap<string, readonly ModelCard[]>> => {
  const lists = await Promise.all(
    ai.upstreams.map(async (upstream) => {
      const cards = await upstream.models();
      return [cards[0]?.local ? cards[0].id : upstream.name, cards] as const;
    }),
  );
  return new Map(lists);
};

/** Processes open a model soon after it was added: only then it has failed. */
const openedWithinMs = 60_000;

const notOpened = (row: ModelRow | StoredModel, detail: string): Pick<Model, "state"> & Partial<Model> =>
  "created_at" in row && Date.now() - row.created_at.getTime() < openedWithinMs
    ? { state: "fetching" }
    : { state: "failed", detail };

const stateOf = (
  row: ModelRow | StoredModel,
  cards: ReadonlyMap<string, readonly ModelCard[]>,
): Pick<Model, "state"> & Partial<Model> => {
  if (row.kind === "SERVER") {
    const offered = cards.get(row.name)?.length ?? 0;
    return offered > 0
      ? { state: "online", detail: offered === 1 ? "1 model" : `${offered} models` }
      : notOpened(row, "The server does not list any model. Check its address and key.");
  }
  const card = cards.get(row.kind === "FILE" ? basename(row.address, ".gguf") : row.id)?.[0];
  if (!card?.local) return notOpened(row, "The file cannot be read as a model.");
  const { bytes, license, fetching } = card.local;
  const common = { bytes, ...(license !== undefined && { license }) };
  if (!fetching) return { ...common, state: "online", fetched: bytes };
  const { problem, bytesPerSecond } = fetching;
  if (problem !== undefined) return { ...common, state: "failed", fetched: fetching.bytes, detail: problem };
  return {
    ...common,
    state: "fetching",
    fetched: fetching.bytes,
    ...(bytesPerSecond !== undefined && { rate: bytesPerSecond }),
  };
};
