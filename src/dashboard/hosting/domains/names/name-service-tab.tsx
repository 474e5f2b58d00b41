import { projects } from "../../../../../resources/hosting/projects.ts";
import { nameDomains, nameServiceOf, type NameDomain } from "../../../../../resources/hosting/domains/name-services.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import type { OfProject } from "../../flows/domains/add-button.tsx";
import { AddNameButton } from "./add-name.tsx";
import { RecordDialog } from "./record-dialog.tsx";
import { useShownName } from "./use-shown-name.ts";

/** On-chain names of all projects or of one. A name links to its record. */
export const NameServiceTab = ({ project }: { readonly project?: OfProject }) => {
  const list = project ? relatedTo(projects, project, nameDomains) : { resource: nameDomains };
  const { rows, reload } = useRecords(nameDomains, { ...("only" in list && { filters: list.only }) });
  const shown = useShownName();
  const open = rows?.find(({ id }) => id === shown.id);
  return (
    <>
      <RecordList
        {...list}
        bare
        cells={cells}
        rowHref={({ id }) => shown.hrefOf(id)}
        rowActions={({ id }) => [{ label: "View record", icon: "globe", onSelect: () => shown.show(id) }]}
        emptyAction={<AddNameButton {...(project && { project })} />}
      />
      {open && <RecordDialog key={open.id} name={open} onChanged={reload} onClose={shown.close} />}
    </>
  );
};

/** Pending is a warning, because only the owner can set the record. */
const states: Readonly<Record<NameDomain["state"], { readonly state: string; readonly label: string }>> = {
  pending: { state: "warning", label: "Record missing" },
  valid: { state: "valid", label: "Verified" },
  invalid: { state: "invalid", label: "Different target" },
};

const cells: Cells<typeof nameDomains> = {
  domain: ({ domain }) => <span title={domain}>{domain}</span>,
  type: ({ type }) => nameServiceOf(type).name,
  projectName: ({ projectName }) => <span title={projectName}>{projectName}</span>,
  content: ({ content }) => (
    <span className="fh-mono" title={content}>
      {content.replace(/[^/]+$/, shortenHash)}
    </span>
  ),
  state: ({ state, message }) => (
    <span title={message}>
      <StatusTag {...states[state]} />
    </span>
  ),
};
