import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { perMillion } from "../../flows/ask-model/price.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import type { Column } from "../../../ui/table/data-table-types.ts";
import styles from "./models.module.css";

export const modelColumns: readonly Column<AiModel>[] = [
  {
    key: "name",
    title: "Model",
    cell: ({ id, name, isEmbedded }) => (
      <span className={styles.name} title={name === id ? id : `${name}: ${id}`}>
        <span>{name}</span>
        {isEmbedded && <EmbeddedMark />}
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

/** Marks the embedded model, so that users don't expect a general-purpose model. */
export const EmbeddedMark = () => (
  <span className={styles.mark} title="Included with Freehold. Answers questions about this product only.">
    Embedded, tiny
  </span>
);
