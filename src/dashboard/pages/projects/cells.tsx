/** How a project stands in a list. */
import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { cell } from "../../framework/widgets/cell.tsx";

type Project = Row<typeof projects>;

const cells: Readonly<Record<string, (row: Project) => ReactNode>> = {
  // The live deployment has one state, whichever column shows it.
  state: ({ state, production, live, latest }) =>
    live && live.taskId === latest?.taskId
      ? cell(projects.fields.production, production)
      : cell(projects.fields.state, state),
};

/** For a list of projects: `<RecordList resource={projects} cells={projectCells} />`. */
export const projectCells = cells as Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>>;
