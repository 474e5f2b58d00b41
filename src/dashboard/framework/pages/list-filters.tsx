import { lazy, Suspense, type ReactNode } from "react";
import { inSentence, type Resource } from "../../../../resources/declare/define.ts";
import { DelayedSearch, FilterMenu } from "./filter-fields.tsx";

const MoreFilters = lazy(() => import("./more-filters.tsx"));

interface ListFiltersProps {
  readonly resource: Resource;
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilters: (values: Readonly<Record<string, string>>) => void;
  /** Additional controls of the page. */
  readonly children?: ReactNode;
}

/** The search box and a choice for each declared filter. */
export const ListFilters = ({ resource, filters, onFilters, children }: ListFiltersProps) => {
  const { list = {} as NonNullable<Resource["list"]>, fields } = resource;
  const { search, filters: names = [] } = list;
  const hasMore = list.filterBy ?? list.range;
  if (!search && names.length === 0 && !hasMore && !children) return null;
  return (
    <div className="fh-filters" role="search">
      {search && (
        <DelayedSearch
          label={`Search by ${anyOf([search].flat().map((name) => inSentence(fields[name]!.label)))}`}
          value={filters.keyword ?? ""}
          onChange={(keyword) => onFilters({ keyword })}
        />
      )}
      {names.map((name) => (
        <FilterMenu
          key={name}
          field={fields[name]!}
          value={filters[name] ?? ""}
          onChange={(value) => onFilters({ [name]: value })}
        />
      ))}
      {hasMore && (
        <Suspense>
          <MoreFilters list={list} filters={filters} onFilters={onFilters} />
        </Suspense>
      )}
      {children}
    </div>
  );
};

/** "name, key or target" */
const anyOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");
