import { useState, type ReactNode } from "react";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { RecordList, type Cells, type RecordListProps } from "../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import type { OfProject } from "./add-button.tsx";
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

interface DomainListProps {
  readonly project: OfProject;
  readonly emptyAction?: ReactNode;
}

/** Domains of a project or gateway. */
export const DomainList = ({ project, emptyAction }: DomainListProps) => {
  const { list, dialogs } = useDomainList(project);
  return (
    <>
      <RecordList {...relatedTo(projects, project, domains)} {...list} bare emptyAction={emptyAction} />
      {dialogs}
    </>
  );
};

const cells: Cells<typeof domains> = {
  ...domainCells,
  projectName: ({ projectName }) => <span title={projectName}>{projectName}</span>,
  redirect: ({ redirect }) =>
    redirect ? (
      <span title={redirect.redirectTo}>
        {redirect.redirectTo} <span className="fh-muted">({redirect.code})</span>
      </span>
    ) : (
      <span className="fh-muted">–</span>
    ),
};
