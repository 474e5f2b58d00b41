/** The model on this machine: a file that the operator names, or one of the catalog that is fetched in the background. */
import { access, mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../../config.ts";
import { freeBytesOf } from "../../../lib/free-bytes.ts";
import { ModelNotReady, type Fetching, type ModelCard, type Operation, type Upstream } from "../ai.ts";
import { contextTokensOf, openLlama, type Llama } from "../llama/engine.ts";
import { readCatalog, type CatalogModel } from "./catalog.ts";
import { fetchModel } from "./fetch-model.ts";
import { readGgufHeader, type GgufHeader } from "./gguf-header.ts";

type Settings = Pick<Config, "DATA_DIR" | "DISK_MIN_FREE_MB" | "AI_MODEL" | "AI_HUB" | "AI_GPU" | "AI_IDLE_MINUTES">;

export interface LocalUpstream extends Upstream {
  /** Fetches the model's file if it is not there. @throws Error with a sentence if it can't. */
  prepare(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A model that answers as well as this number of bytes allows writes the assistant's answers. */
const answersFromBytes = 1_000_000_000;
const minuteMs = 60_000;

/** @throws Error with one sentence if AI_MODEL names a file that is not a model, or nothing that exists. */
export const openLocalModel = async (settings: Settings, log: Logger): Promise<LocalUpstream | undefined> => {
  const { AI_MODEL: setting } = settings;
  if (setting === "off") return undefined;
  const folder = join(settings.DATA_DIR, "ai");
  const catalog = readCatalog();
  const fetched = setting === "auto" ? catalog[0] : catalog.find(({ id }) => id === setting);
  const path = fetched ? join(folder, fetched.file) : setting;
  let ready: Ready | undefined;
  let fetching: Fetching = { bytes: 0 };

  const open = async (): Promise<Ready> => {
    const header = await readGgufHeader(path);
    const card = cardOf(header, (await stat(path)).size, { path, fetched });
    const llama = openLlama(
      { id: card.id, name: card.name, path, bytes: card.local.bytes, header, operations: card.operations },
      { folder, gpu: settings.AI_GPU, idleMs: settings.AI_IDLE_MINUTES * minuteMs, log },
    );
    return { card, llama };
  };
  const openFile = async (): Promise<Ready> => {
    try {
      return await open();
    } catch (error) {
      throw new Error(`AI_MODEL (${path}) cannot be read as a model: ${(error as Error).message}`, { cause: error });
    }
  };
  if (!fetched || (await isThere(path))) ready = await openFile();

  const source = {
    hub: settings.AI_HUB,
    freeBytes: () => freeBytesOf(folder) - settings.DISK_MIN_FREE_MB * 1024 ** 2,
    onBytes: (bytes: number) => (fetching = { bytes }),
  };
  return {
    name: "This server",
    isFree: true,
    models: async () => [ready?.card ?? pendingCardOf(fetched!, fetching)],
    ask: async (operation, body, signal, asker = "") => {
      if (!ready)
        throw new ModelNotReady(`${fetched!.name} is not on this server yet. Try again when it has been fetched.`);
      return ready.llama.ask(operation, body, { signal, asker });
    },
    prepare: async (signal) => {
      await mkdir(folder, { recursive: true });
      try {
        if (!ready) await fetchModel({ ...source, model: fetched!, path, signal });
      } catch (error) {
        fetching = { ...fetching, problem: (error as Error).message };
        throw error;
      }
      ready ??= await open();
      await ready.llama.prepare();
    },
    close: async () => ready?.llama.close(),
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
}

const cardOf = (header: GgufHeader, bytes: number, { path, fetched }: Origin) => {
  const operations = operationsOf(header);
  const id = fetched?.id ?? basename(path, ".gguf");
  return {
    id,
    name: fetched?.name ?? header.name ?? id,
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
