import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { queuePollMs } from "../../../../resources/limits.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { deploymentCells, deploymentLayout } from "./cells.tsx";
import { PlaceFilters } from "./place-filters.tsx";

/** /hosting/deployments: deployments of all the team's projects. */
export const Component = () => (
  <>
    <PageHeader title={deployments.title} />
    <RecordList
      resource={deployments}
      cells={deploymentCells}
      layout={deploymentLayout}
      moreFilters={(filters, onFilter) => <PlaceFilters filters={filters} onFilter={onFilter} />}
      pollMs={(rows) => (rows.some(({ state }) => state === "queued") ? queuePollMs : false)}
      emptyAction={<CreateButton resource={projects} />}
    />
  </>
);
