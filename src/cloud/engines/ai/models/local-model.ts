/** A model on this machine: a file that the operator names, or one of the catalog that is fetched in the background. */
import { access, mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../../config.ts";
import { freeBytesOf } from "../../../lib/free-bytes.ts";
import { ModelNotReady, type Fetching, type ModelCard, type Operation, type Upstream } from "../ai.ts";
import { contextTokensOf, openLlama, type Llama } from "../llama/engine.ts";
import { readCatalog, type CatalogModel } from "./catalog.ts";
import { fetchModel, removeParts } from "./fetch-model.ts";
import { readGgufHeader, type GgufHeader } from "./gguf-header.ts";

export type LocalSettings = Pick<Config, "DATA_DIR" | "DISK_MIN_FREE_MB" | "AI_HUB" | "AI_GPU" | "AI_IDLE_MINUTES">;

export interface LocalUpstream extends Upstream {
  /** Fetches the model's file if it is not there. @throws Error with a sentence if it can't. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Unloads the model if no request is open. */
  unload(): Promise<void>;
  close(): Promise<void>;
  /** Closes it and deletes the file, if it was fetched. */
  remove(): Promise<void>;
}

interface LocalOptions {
  readonly settings: LocalSettings;
  readonly log: Logger;
  /** Called if memory is short: unloads other models that nobody uses. */
  makeRoom?(): Promise<void>;
  /** Default: the one in the catalog or the file. */
  readonly name?: string | undefined;
}

/** Models from this size on write the assistant's answers: smaller ones add to the passages. */
const answersFromBytes = 900_000_000;
const minuteMs = 60_000;

/**
 * Opens a model by its ID in the catalog, or by the path of its file. @throws Error with one sentence if the file is not
 * a model.
 */
export const openLocalModel = async (
  source: string,
  { settings, log, makeRoom, name }: LocalOptions,
): Promise<LocalUpstream> => {
  const folder = join(settings.DATA_DIR, "ai");
  const fetched = readCatalog().find(({ id }) => id === source);
  const path = fetched ? join(folder, fetched.file) : source;
  let ready: Ready | undefined;
  let fetching: Fetching = { bytes: 0 };
  let downloading: Promise<void> | undefined;
  const removed = new AbortController();

  const open = async (): Promise<Ready> => {
    const header = await readGgufHeader(path);
    const card = cardOf(header, (await stat(path)).size, { path, fetched, name });
    const idleMs = settings.AI_IDLE_MINUTES * minuteMs;
    const llama = openLlama(
      { id: card.id, name: card.name, path, bytes: card.local.bytes, header, operations: card.operations },
      { folder, gpu: settings.AI_GPU, idleMs, log, ...(makeRoom && { makeRoom }) },
    );
    return { card, llama };
  };
  if (!fetched || (await isThere(path))) ready = await open();

  /** Returns a function that keeps the count of bytes, and their rate. */
  const counting = (): ((bytes: number) => void) => {
    const startedAt = performance.now();
    let first: number | undefined;
    return (bytes) => {
      first ??= bytes;
      const seconds = (performance.now() - startedAt) / 1000;
      fetching = { bytes, ...(seconds > 0 && { bytesPerSecond: Math.round((bytes - first) / seconds) }) };
    };
  };

  const download = (signal: AbortSignal): Promise<void> =>
    fetchModel({
      model: fetched!,
      path,
      hub: settings.AI_HUB,
      freeBytes: () => freeBytesOf(folder) - settings.DISK_MIN_FREE_MB * 1024 ** 2,
      onBytes: counting(),
      signal: AbortSignal.any([signal, removed.signal]),
    });

  return {
    name: "This server",
    isFree: true,
    models: async () => [ready?.card ?? pendingCardOf(fetched!, fetching)],
    isDown: () => ready === undefined,
    ask: async (operation, body, signal, caller = "") => {
      if (!ready)
        throw new ModelNotReady(`${fetched!.name} is not on this server yet. Try again when it has been fetched.`);
      return ready.llama.ask(operation, body, { signal, caller });
    },
    prepare: async (signal) => {
      await mkdir(folder, { recursive: true });
      try {
        if (!ready) await (downloading = download(signal));
      } catch (error) {
        if (removed.signal.aborted) return;
        fetching = { ...fetching, problem: (error as Error).message };
        throw error;
      }
      ready ??= await open();
      await ready.llama.prepare();
    },
    unload: async () => ready?.llama.unload(),
    close: async () => ready?.llama.close(),
    remove: async () => {
      removed.abort(new Error("The model was removed."));
      await downloading?.catch(() => undefined);
      await ready?.llama.close();
      if (fetched) await Promise.all([rm(path, { force: true }), removeParts(path)]);
    },
  };
};

interface Ready {
  readonly card: ModelCard;
  readonly llama: Llama;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

interface Origin {
  readonly path: string;
  readonly fetched: CatalogModel | undefined;
  readonly name: string | undefined;
}

const cardOf = (header: GgufHeader, bytes: number, { path, fetched, name }: Origin) => {
  const operations = operationsOf(header);
  const id = fetched?.id ?? basename(path, ".gguf");
  return {
    id,
    name: name ?? fetched?.name ?? header.name ?? id,
    description: fetched?.description ?? "From a file on this server.",
    inputModalities: ["text"],
    outputModalities: [operations.includes("embeddings") ? "embeddings" : "text"],
    contextTokens: contextTokensOf(header),
    operations,
    local: { license: fetched?.license ?? header.license, bytes, answers: bytes >= answersFromBytes },
  };
};

/** The card while the file is missing. */
const pendingCardOf = ({ id, name, description, license, bytes }: CatalogModel, fetching: Fetching): ModelCard => ({
  id,
  name,
  description,
  inputModalities: ["text"],
  outputModalities: ["text"],
  local: { license, bytes, answers: false, fetching },
});

/** Returns what a model can do: models that only encode text write nothing, and without a template there is no chat. */
const operationsOf = ({ architecture, chatTemplate }: GgufHeader): readonly Operation[] => {
  if (/bert|embedding|t5encoder/.test(architecture)) return ["embeddings"];
  return chatTemplate === undefined ? ["completions"] : ["chat/completions", "completions"];
};
