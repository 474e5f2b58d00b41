import type { NameDomain } from "../../../../../resources/hosting/name-services.ts";
import { deleteNameDomain, listNameDomains } from "../../../../../resources/hosting/name-services.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import type { MenuItem } from "../../../ui/menu.tsx";
import type { OfProject } from "../add-button.tsx";
import { AddNameButton } from "./add-name.tsx";
import { nameColumns } from "./name-columns.tsx";
import { RecordDialog } from "./record-dialog.tsx";
import { useShownName } from "./use-shown-name.ts";

/** On-chain names of all projects or of one. A name links to its record. */
export const NameServiceTab = ({ project }: { readonly project?: OfProject }) => {
  const query = project ? { projectId: project.id } : {};
  const { data, error, reload } = useCall(listNameDomains, { query });
  const shown = useShownName();
  const allows = useAllows();
  const { act: remove } = useAct(deleteNameDomain, { done: "Deleted", onDone: reload });
  const open = data?.items.find(({ id }) => id === shown.id);

  const askToDelete = async ({ id, domain }: NameDomain) => {
    const text = `${domain} is removed from Freehold. Its on-chain record is unchanged.`;
    if (await dialogs.confirm({ title: `Delete ${domain}?`, text, ok: "Delete name", danger: true }))
      void remove({ params: { id } });
  };
  const actions = (row: NameDomain): MenuItem[] => [
    { label: "View record", icon: "globe", onSelect: () => shown.show(row.id) },
    ...(allows("delete", "domains")
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void askToDelete(row) }]
      : []),
  ];
  return (
    <>
      <DataTable<NameDomain>
        label="On-chain names"
        columns={nameColumns({ project: project === undefined })}
        rows={data?.items}
        rowKey={({ id }) => id}
        rowHref={({ id }) => shown.hrefOf(id)}
        rowActions={actions}
        skeletonRows={2}
        empty={
          <Empty
            icon="globe"
            title="No names yet"
            text="Add an ENS, Space ID or Solana name for your site. Browsers and gateways that support the service can open it."
            action={<AddNameButton {...(project && { project })} />}
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {open && <RecordDialog key={open.id} name={open} onChanged={reload} onClose={shown.close} />}
    </>
  );
};
