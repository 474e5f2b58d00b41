import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { pageSizeMax, queuePollMs } from "../../../../resources/limits.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { DelayedSearch } from "../../framework/pages/list-filters.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { deploymentCells } from "./cells.tsx";

/** /hosting/deployments: deployments of all the team's projects. */
export const Component = () => (
  <ListPage
    resource={deployments}
    cells={deploymentCells}
    moreFilters={(filters, onFilter) => <PlaceFilters filters={filters} onFilter={onFilter} />}
    pollMs={(rows) => (rows.some(({ state }) => state === "queued") ? queuePollMs : false)}
    emptyAction={<CreateButton resource={projects} />}
  />
);

interface PlaceFiltersProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (name: string, value: string) => void;
}

/** Filters by project and branch. */
const PlaceFilters = ({ filters, onFilter }: PlaceFiltersProps) => {
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
