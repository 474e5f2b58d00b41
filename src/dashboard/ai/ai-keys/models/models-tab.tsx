import { useState } from "react";
import { Link } from "react-router";
import { listAiModels, type AiModel } from "../../../../../resources/ai/model-calls.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { useCall } from "../../../framework/data/use-call.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { UseCard } from "../use-card.tsx";
import { modelPath, playgroundPath } from "../paths.ts";
import { isReady, modelColumns, whileFetching } from "./model-columns.tsx";

/** The search field appears from this number of models. */
const searchFrom = 8;

/** All models with prices, and snippets for clients. */
export const ModelsTab = () => {
  const { data: models, error, reload } = useCall(listAiModels, { pollMs: whileFetching });
  const [word, setWord] = useState("");
  const shown = models?.find(({ local }) => !local || isReady(local)) ?? models?.[0];
  const matching = models?.filter((model) => matches(model, word));
  return (
    <div className="fh-stack">
      {models && models.length >= searchFrom && <SearchField label="Search models" value={word} onChange={setWord} />}
      <DataTable<AiModel>
        label="Models"
        columns={modelColumns}
        rows={matching}
        rowKey={({ id }) => id}
        rowHref={({ id }) => modelPath(id)}
        rowActions={({ id }) => [
          { label: "Open in playground", icon: "play", to: playgroundPath(id) },
          { label: "Copy ID", icon: "copy", onSelect: () => void copyText(id) },
        ]}
        skeletonRows={3}
        empty={
          <Empty
            icon="spark"
            title={word === "" ? "No models available" : "No matching models"}
            text={
              word === ""
                ? "No model server is available. Try again in a minute, or ask an operator to add a model."
                : `No model matches “${word}”. Try another name.`
            }
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <p className="fh-muted">
        Prices are per million tokens. About the model on this server and adding model servers:{" "}
        <Link to={pageHref(docs, { name: "ai" })}>AI</Link>.
      </p>
      {shown && <UseCard model={shown.id} />}
    </div>
  );
};

const matches = ({ id, name, provider }: AiModel, word: string): boolean =>
  [id, name, provider].some((text) => text.toLowerCase().includes(word.trim().toLowerCase()));
