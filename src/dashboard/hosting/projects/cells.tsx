import { projects } from "../../../../resources/hosting/projects.ts";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { cell } from "../../framework/widgets/cell.tsx";

/** Cells of a list of projects. */
export const projectCells: Cells<typeof projects> = {
  // The live deployment has one state, whichever column shows it.
  state: ({ state, production, live, latest }) =>
    live && live.taskId === latest?.taskId
      ? cell(projects.fields.production, production)
      : cell(projects.fields.state, state),
};
