import { Link } from "react-router";
import { listAiModels, type AiModel } from "../../../../../resources/ai/model-calls.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import { DelayedSearch } from "../../../framework/pages/filter-fields.tsx";
import { countOf } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { UseCard } from "../use-card.tsx";
import { ModelCard } from "./model-card.tsx";
import { exampleOf, matching, operationNames, sources, whileFetching, type ModelFilters } from "./model-words.ts";
import styles from "./models.module.css";
import { Select } from "../../../ui/fields/select.tsx";

/** Search and filters appear from this number of models. */
const filtersFrom = 4;
const skeletons = 3;

/** All models as cards, with search and filters, and snippets for clients. */
export const ModelsTab = () => {
  const { data: models, error, reload } = useCall(listAiModels, { pollMs: whileFetching });
  const { query, change } = useUrlQuery();
  const filters = {
    search: query.get("search") ?? "",
    source: query.get("source") ?? "",
    operation: query.get("operation") ?? "",
  };
  const isFiltered = Object.values(filters).some((value) => value !== "");
  const example = exampleOf(models);
  if (error && !models) {
    return (
      <div className="fh-table-card">
        <ErrorState message={error.message} onRetry={reload} />
      </div>
    );
  }
  return (
    <div className="fh-stack">
      {models && (models.length >= filtersFrom || isFiltered) && <Filters filters={filters} onChange={change} />}
      <Cards
        models={models}
        filters={filters}
        onClear={isFiltered ? () => change({ search: "", source: "", operation: "" }) : undefined}
      />
      <p className="fh-muted">
        Learn <Link to={pageHref(docs, { name: "ai" })}>how models are called and priced</Link>.
      </p>
      {example && <UseCard example={example} />}
    </div>
  );
};

interface FiltersProps {
  readonly filters: ModelFilters;
  readonly onChange: (changes: Partial<Record<keyof ModelFilters, string>>) => void;
}

const sourceNames: Readonly<Record<(typeof sources)[number], string>> = {
  local: "On this server",
  served: "On model servers",
};

const Filters = ({ filters: { search, source, operation }, onChange }: FiltersProps) => (
  <div className={`fh-filters ${styles.filters}`} role="search">
    <DelayedSearch label="Search models" value={search} onChange={(value) => onChange({ search: value })} />
    <Select
      label="Source"
      value={source}
      options={[{ value: "", label: "All sources" }, ...sources.map((value) => ({ value, label: sourceNames[value] }))]}
      onChange={(value) => onChange({ source: value })}
    />
    <Select
      label="Capability"
      value={operation}
      options={[
        { value: "", label: "All capabilities" },
        ...Object.entries(operationNames).map(([value, label]) => ({ value, label })),
      ]}
      onChange={(value) => onChange({ operation: value })}
    />
  </div>
);

interface CardsProps {
  /** Undefined while loading. */
  readonly models: readonly AiModel[] | undefined;
  readonly filters: ModelFilters;
  /** Set if models are filtered. */
  readonly onClear: (() => void) | undefined;
}

const Cards = ({ models, filters, onClear }: CardsProps) => {
  if (!models) {
    return (
      <div className={styles.cards} aria-busy="true">
        {Array.from({ length: skeletons }, (_, index) => (
          <div key={index} className={`${styles.blank} fh-skeleton`} aria-hidden="true" />
        ))}
      </div>
    );
  }
  const shown = matching(models, filters);
  if (shown.length === 0) {
    return (
      <div className="fh-table-card">
        {onClear ? (
          <Empty
            icon="search"
            title="No matching models"
            text="Try another name, or clear the filters."
            action={<Button onClick={onClear}>Clear filters</Button>}
          />
        ) : (
          <Empty
            icon="spark"
            title="No models available"
            text="No model server is available. Try again in a minute, or ask an operator to add a model."
          />
        )}
      </div>
    );
  }
  return (
    <>
      {onClear && (
        <p className="fh-muted" role="status">
          {shown.length} of {countOf(models.length, "model")}
        </p>
      )}
      <ul className={styles.cards} aria-label="Models">
        {shown.map((model) => (
          <li key={model.id}>
            <ModelCard model={model} />
          </li>
        ))}
      </ul>
    </>
  );
};
