import { useState } from "react";
import {
  createDeployHook,
  deleteDeployHook,
  deployHooks,
  type DeployHook,
} from "../../../../../../resources/hosting/hooks.ts";
import { deployHooksPerProject } from "../../../../../../resources/limits.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../../../framework/forms/form.tsx";
import { Moment } from "../../../../framework/widgets/cell.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { DataTable } from "../../../../ui/data-table.tsx";
import type { Column } from "../../../../ui/data-table-types.ts";
import { dialogs } from "../../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../../ui/empty.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import type { Project } from "../live-card.tsx";
import { branchMenu, useBranches } from "../use-branches.ts";

interface DeployHooksProps {
  readonly project: Project;
  readonly mayEdit: boolean;
}

const columns: readonly Column<DeployHook>[] = [
  { key: "name", title: "Name", cell: ({ name }) => name },
  { key: "branch", title: "Branch", cell: ({ branch }) => <span className="fh-mono">{branch}</span> },
  {
    key: "usedAt",
    title: "Last used",
    cell: ({ usedAt }) =>
      usedAt === undefined ? <span className="fh-muted">Never</span> : <Moment seconds={usedAt} />,
  },
  { key: "createdAt", title: "Created", cell: ({ createdAt }) => <Moment seconds={createdAt} /> },
];

/** URLs that deploy a branch when called. */
export const DeployHooks = ({ project, mayEdit }: DeployHooksProps) => {
  const params = { id: project.id };
  const { data, error, reload } = useCall(deployHooks, { params });
  const remove = useAct(deleteDeployHook, { done: "Deleted", onDone: reload });
  const [adding, setAdding] = useState(false);
  const { currentBranch = "" } = project;
  const names = useBranches(project);
  const confirmRemoval = async ({ id: hookId, name }: DeployHook) => {
    const text = "Its URL stops working. This can't be undone.";
    if (await dialogs.confirm({ title: `Delete deploy hook ${name}?`, text, ok: "Delete deploy hook", danger: true }))
      await remove.act({ params: { ...params, hookId } });
  };
  return (
    <Card
      title="Deploy hooks"
      text="Send a POST request to deploy a branch's latest commit, for example from a CMS or a schedule."
      flush
      actions={
        mayEdit && (
          <Button
            icon="plus"
            disabled={(data?.items.length ?? 0) >= deployHooksPerProject}
            onClick={() => setAdding(true)}
          >
            Create deploy hook
          </Button>
        )
      }
    >
      <DataTable<DeployHook>
        label="Deploy hooks"
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        rowActions={
          mayEdit
            ? (hook) => [{ label: "Delete", icon: "trash", danger: true, onSelect: () => void confirmRemoval(hook) }]
            : undefined
        }
        skeletonRows={1}
        empty={
          <Empty
            icon="link"
            title="No deploy hooks yet"
            text={mayEdit && "Create a deploy hook to deploy without a push."}
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {adding && (
        <FormDialog
          title="Create deploy hook"
          form={callForm(createDeployHook, { params })}
          initial={{ branch: currentBranch }}
          overrides={{ branch: branchMenu(names, currentBranch) }}
          below={{
            branch: ({ branch }) => (
              <p className="fh-muted">
                {branch === currentBranch ? "Deploys to the live site." : "Deploys to this branch's preview."}
              </p>
            ),
          }}
          submit="Create"
          reveal={{ title: "Deploy hook", key: "url" }}
          onSaved={reload}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
};
