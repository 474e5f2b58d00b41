/** What the screens say about a model. */
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { formatWhole } from "../../../lib/format/count.ts";

export type Operation = AiModel["operations"][number];

export const operationNames: Readonly<Record<Operation, string>> = {
  "chat/completions": "Chat",
  completions: "Completions",
  embeddings: "Embeddings",
};

export const contextWords = (tokens: number | null): string =>
  tokens === null ? "Unknown" : `${formatWhole(tokens)} tokens`;

type Local = NonNullable<AiModel["local"]>;

/** Returns whether the whole file is on the server. */
export const isReady = ({ fetched, bytes }: Local): boolean => fetched === bytes;

/** Returns what fraction of the file is on the server. */
export const shareOf = ({ fetched, bytes }: Local): number => (bytes === 0 ? 0 : fetched / bytes);

export const canChat = ({ operations }: Pick<AiModel, "operations">): boolean =>
  operations.includes("chat/completions");

const fetchingPollMs = 2000;

/** Returns how often to reload the models: while one is being fetched. */
export const whileFetching = (models: readonly AiModel[] | undefined): number | undefined =>
  models?.some(({ local }) => local && !isReady(local)) ? fetchingPollMs : undefined;

/** What an example asks, and which model. */
export interface Example {
  readonly model: string;
  readonly operation: Operation;
}

/** Returns an example, of a model that answers now if there is one. `allowed` as in a key: empty for all. */
export const exampleOf = (models: readonly AiModel[] = [], allowed: readonly string[] = []): Example | undefined => {
  const usable = models.filter(({ id }) => allowed.length === 0 || allowed.includes(id));
  const found = usable.find((model) => canChat(model) && model.isOnline) ?? usable[0];
  if (found) return { model: found.id, operation: canChat(found) ? "chat/completions" : found.operations[0]! };
  return allowed[0] === undefined ? undefined : { model: allowed[0], operation: "chat/completions" };
};

export const sources = ["local", "served"] as const;

export interface ModelFilters {
  readonly search: string;
  /** "" for all. */
  readonly source: string;
  readonly operation: string;
}

/** Returns the models that match: each word is in the ID, the name or the provider. */
export const matching = (models: readonly AiModel[], { search, source, operation }: ModelFilters): AiModel[] => {
  const words = search.toLowerCase().split(/\s+/);
  return models.filter(({ id, name, provider, local, operations }) => {
    if (source !== "" && (source === "local") !== (local !== null)) return false;
    if (operation !== "" && !operations.includes(operation as Operation)) return false;
    const text = `${id} ${name} ${provider}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
