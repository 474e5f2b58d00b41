import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { perMillion } from "../../flows/ask-model/price.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import type { Column } from "../../../ui/table/data-table-types.ts";
import styles from "./models.module.css";

export const modelColumns: readonly Column<AiModel>[] = [
  {
    key: "name",
    title: "Model",
    cell: ({ id, name, local }) => (
      <span className={styles.name} title={name === id ? id : `${name}: ${id}`}>
        <span>{name}</span>
        {local && <LocalMark local={local} />}
      </span>
    ),
  },
  { key: "provider", title: "Provider", cell: ({ provider }) => provider, width: "18%" },
  {
    key: "context",
    title: "Context",
    cell: ({ contextTokens }) => contextWords(contextTokens),
    width: "130px",
    align: "end",
    wideOnly: true,
  },
  { key: "input", title: "Input", cell: ({ priceInput }) => perMillion(priceInput), width: "130px", align: "end" },
  { key: "output", title: "Output", cell: ({ priceOutput }) => perMillion(priceOutput), width: "130px", align: "end" },
];

export const contextWords = (tokens: number | null): string =>
  tokens === null ? "Unknown" : `${formatWhole(tokens)} tokens`;

type Local = NonNullable<AiModel["local"]>;

/** Marks a model on this server by its size, since small ones know little; while it is fetched, by how much is here. */
export const LocalMark = ({ local }: { readonly local: Local }) => (
  <span className={styles.mark} title={local.problem ?? "Runs on this server."}>
    {isReady(local) ? `Local, ${formatBytes(local.bytes)}` : stateOf(local)}
  </span>
);

const stateOf = ({ fetched, bytes, problem }: Local): string =>
  problem === null ? `Fetching, ${Math.floor((fetched / bytes) * 100)}%` : "Not fetched";

const fetchingPollMs = 2000;

/** Returns how often to reload the models: while one is being fetched. */
export const whileFetching = (models: readonly AiModel[] | undefined): number | undefined =>
  models?.some(({ local }) => local && !isReady(local)) ? fetchingPollMs : undefined;

/** Returns whether the whole file is on the server. */
export const isReady = ({ fetched, bytes }: Local): boolean => fetched === bytes;
