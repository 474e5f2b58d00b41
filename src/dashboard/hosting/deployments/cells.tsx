import { deployments } from "../../../../resources/hosting/deployments.ts";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { formatOrdinal } from "../../lib/format/ordinal.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { Duration, secondsOf } from "./build/duration.tsx";
import type { Deployment } from "./build/facts.tsx";

/** Returns the message of a deployment, or its short ID. */
export const titleOf = ({ message, taskId }: Pick<Deployment, "message" | "taskId">): string =>
  message || `Deployment ${taskId.slice(0, 8)}`;

/** Cells of a list of deployments, with two lines each, so that the list also fits a project's page. */
export const deploymentCells: Cells<typeof deployments> = {
  message: (row) => <TwoLines first={titleOf(row)} second={originOf(row)} />,
  state: (row) => (
    <TwoLines
      first={
        <StatusTag state={row.live ? "live" : row.state} {...(row.live && !row.inProduction && { label: "Preview" })} />
      }
      second={row.queuePosition === undefined ? "" : placeOf(row.queuePosition)}
    />
  ),
  projectName: ({ projectName }) => <span>{projectName}</span>,
  branch: (row) =>
    row.branch ? (
      <TwoLines
        first={<Branch of={row} />}
        second={row.commit && <CopyText text={row.commit} shown={row.commit.slice(0, 8)} label="commit" />}
      />
    ) : (
      <span className="fh-muted">–</span>
    ),
  durationSeconds: (row) => <Duration startedAt={row.startedAt} seconds={secondsOf(row)} />,
};

/** Returns trigger and author: "Git push by Ada". */
export const originOf = ({ trigger, author }: Deployment): string =>
  optionLabel(deployments.fields.trigger, trigger) + (author ? ` by ${author}` : "");

export const placeOf = (place: number): string => (place === 1 ? "Next in queue" : `${formatOrdinal(place)} in queue`);

/** Branch name, marked if it was deployed as a preview. */
const Branch = ({ of: { branch, target } }: { readonly of: Deployment }) => (
  <span className="fh-row">
    <span className="fh-ellipsis">{branch}</span>
    {target === "preview" && <span className="fh-pill">Preview</span>}
  </span>
);
