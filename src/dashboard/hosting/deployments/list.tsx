import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { queuePollMs } from "../../../../resources/limits.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { deploymentCells } from "./cells.tsx";

/** /hosting/deployments: deployments of all the team's projects. */
export const Component = () => (
  <ListPage
    resource={deployments}
    cells={deploymentCells}
    pollMs={(rows) => (rows.some(({ state }) => state === "queued") ? queuePollMs : false)}
    emptyAction={<CreateButton resource={projects} />}
  />
);
