import { projects } from "../../../../resources/hosting/projects.ts";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { cell } from "../../framework/widgets/cell.tsx";
import { PlotAvatar } from "../../ui/panels/plot-avatar.tsx";

/** Cells of a list of projects. */
export const projectCells: Cells<typeof projects> = {
  name: ({ id, name }) => (
    <PlotAvatar id={id}>
      <span title={name}>{name}</span>
    </PlotAvatar>
  ),
  // The live deployment has one state, whichever column shows it.
  state: ({ state, production, live, latest }) =>
    live && live.taskId === latest?.taskId
      ? cell(projects.fields.production, production)
      : cell(projects.fields.state, state),
};
