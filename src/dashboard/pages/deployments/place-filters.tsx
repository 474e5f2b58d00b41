import { pageSizeMax } from "../../../../resources/limits.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { DelayedSearch } from "../../framework/pages/list-filters.tsx";

interface PlaceFiltersProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (name: string, value: string) => void;
}

/** Filters by project and branch. */
export const PlaceFilters = ({ filters, onFilter }: PlaceFiltersProps) => {
  const { rows = [] } = useRecords(projects, { size: pageSizeMax });
  const { projectId = "", branch = "" } = filters;
  const isListed = projectId === "" || rows.some(({ id }) => id === projectId);
  return (
    <>
      <label>
        <span className="fh-hidden">Project</span>
        <select className="fh-select" value={projectId} onChange={(event) => onFilter("projectId", event.target.value)}>
          <option value="">All projects</option>
          {!isListed && <option value={projectId}>Other project</option>}
          {rows.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <DelayedSearch label="Branch" value={branch} onChange={(value) => onFilter("branch", value)} />
    </>
  );
};
