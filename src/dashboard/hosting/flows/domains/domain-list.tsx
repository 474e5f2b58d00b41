import { useState } from "react";
import { isFull } from "../../../../../resources/declare/define.ts";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { limitText } from "../../../framework/pages/limit-text.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells, type RecordListProps } from "../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { AddButton, type OfProject } from "./add-button.tsx";
import { domainCells, hiddenColumns, visitItem, waitingPollMs } from "./domain-cells.tsx";
import { RedirectDialog, type Domain } from "./redirect-dialog.tsx";
import { SetupDialog } from "./setup-dialog.tsx";
import { useSetup } from "./use-setup.ts";

/** What is special about a list of domains, optionally of one project: a domain opens its DNS records or its redirect. */
export const useDomainList = (project?: OfProject) => {
  const [redirecting, setRedirecting] = useState<Domain>();
  const setup = useSetup();
  const mayEdit = useAllows()("edit", "domains");
  const list: RecordListProps<typeof domains> = {
    resource: domains,
    cells,
    without: (rows) => [...(project ? ["projectName"] : []), ...hiddenColumns(rows)],
    rowHref: ({ domainId }) => setup.hrefOf(domainId),
    rowActions: (row) => [
      { label: "View DNS records", icon: "globe", onSelect: () => setup.show([row.domainId]) },
      ...visitItem(row),
      ...(mayEdit ? [{ label: "Redirect", icon: "arrow-right" as const, onSelect: () => setRedirecting(row) }] : []),
    ],
    pollMs: waitingPollMs,
  };
  const dialogs = (
    <>
      {setup.ids.length > 0 && <SetupDialog ids={setup.ids} onClose={setup.close} />}
      {redirecting && <RedirectDialog domain={redirecting} onClose={() => setRedirecting(undefined)} />}
    </>
  );
  return { list, dialogs };
};

interface DomainsCardProps {
  readonly project: OfProject;
  readonly text: string;
}

/** Domains of a project or gateway, with their limit. */
export const DomainsCard = ({ project, text }: DomainsCardProps) => {
  const { list, dialogs } = useDomainList(project);
  const related = relatedTo(projects, project, domains);
  const { rows, total } = useRecords(domains, { ...(related.only && { filters: related.only }) });
  const add = <AddButton project={project} disabled={isFull(domains, total)} />;
  return (
    <Card
      title="Domains"
      text={`${text}${rows ? limitText(domains, total) : ""}`}
      // An empty list has the button itself.
      actions={total > 0 && add}
      flush
    >
      <RecordList {...related} {...list} bare emptyAction={add} />
      {dialogs}
    </Card>
  );
};

const cells: Cells<typeof domains> = {
  ...domainCells,
  redirect: ({ redirect }) =>
    redirect ? (
      <span title={redirect.redirectTo}>
        {redirect.redirectTo} <span className="fh-muted">({redirect.code})</span>
      </span>
    ) : (
      <span className="fh-muted">–</span>
    ),
};
