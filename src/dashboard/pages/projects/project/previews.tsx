import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { deletePreview, previews, type Preview } from "../../../../../resources/hosting/hooks.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useLive } from "../../../framework/data/use-live.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { cell, Moment } from "../../../framework/widgets/cell.tsx";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import type { MenuItem } from "../../../ui/menu.tsx";
import { StatusTag } from "../../../ui/status-tag.tsx";
import type { Project } from "./live-card.tsx";

interface PreviewsProps {
  readonly project: Project;
  /** Shows the card even if it is empty. */
  readonly empty?: boolean;
}

const columns: readonly Column<Preview>[] = [
  { key: "branch", title: "Branch", cell: ({ branch }) => branch },
  {
    key: "url",
    title: "URL",
    cell: ({ url, online }) =>
      online ? cell(deployments.fields.previewUrl, url) : <span className="fh-muted">Not deployed</span>,
  },
  {
    key: "production",
    title: "Preview",
    cell: ({ production }) => cell(projects.fields.production, production),
    width: "140px",
  },
  {
    key: "state",
    title: projects.fields.state.label,
    cell: ({ state, live, production }) =>
      live ? cell(projects.fields.production, production) : state && <StatusTag state={state} />,
    width: "168px",
  },
  { key: "updatedAt", title: "Deployed", cell: ({ updatedAt }) => <Moment seconds={updatedAt} />, width: "168px" },
];

/** Branch previews with their URLs. */
export const Previews = ({ project, empty = false }: PreviewsProps) => {
  const { id, name } = project;
  const mayEdit = useAllows()("edit", "projects");
  const { data, error, reload } = useCall(previews, { params: { id } });
  useLive(deployments, reload);
  const remove = useAct(deletePreview, { done: "Deleted", onDone: reload });
  const confirmRemoval = async ({ id: previewId, branch }: Preview) => {
    const text = `The preview goes offline and its URL is released. The next push creates it again.`;
    if (await dialogs.confirm({ title: `Delete the preview of ${branch}?`, text, ok: "Delete preview", danger: true }))
      await remove.act({ params: { id, previewId } });
  };
  const taskHref = ({ taskId }: Preview) =>
    taskId === undefined ? undefined : href(deployments, "show", { projName: name, id, taskId });
  const actions = (preview: Preview): MenuItem[] => [
    ...(preview.online ? [{ label: "Visit", icon: "external" as const, to: preview.url }] : []),
    ...(mayEdit
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void confirmRemoval(preview) }]
      : []),
  ];
  if (!empty && !data?.items.length) return null;
  return (
    <Card title="Branch previews" text="Other branches, each deployed to a separate URL." flush>
      <DataTable<Preview>
        label="Branch previews"
        columns={columns}
        rows={data?.items}
        rowKey={({ id: previewId }) => previewId}
        rowHref={taskHref}
        rowActions={actions}
        skeletonRows={1}
        empty={
          <Empty
            icon="git"
            title="No previews yet"
            text={
              mayEdit &&
              (project.hookSwitch && project.previews
                ? "Push a branch to deploy it to a separate URL."
                : "Deploy another branch, or turn on Deploy on push and Branch previews.")
            }
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
    </Card>
  );
};
