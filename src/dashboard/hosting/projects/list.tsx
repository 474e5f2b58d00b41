import { projects } from "../../../../resources/hosting/projects.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { projectCells } from "./cells.tsx";

/** /hosting/projects: the team's projects. */
export const Component = () => <ListPage resource={projects} cells={projectCells} />;
