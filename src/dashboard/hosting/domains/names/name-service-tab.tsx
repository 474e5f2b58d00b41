import { projects } from "../../../../../resources/hosting/projects.ts";
import { nameDomains, nameServiceOf } from "../../../../../resources/hosting/domains/name-services.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { cell } from "../../../framework/widgets/cell.tsx";
import { shortenHash } from "../../../lib/format/shorten.ts";
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

const cells: Cells<typeof nameDomains> = {
  type: ({ type }) => nameServiceOf(type).name,
  content: ({ content }) => (
    <span className="fh-mono" title={content}>
      {content.replace(/[^/]+$/, shortenHash)}
    </span>
  ),
  state: ({ state, message }) => <span title={message}>{cell(nameDomains.fields.state, state)}</span>,
};
