import { isFull } from "../../../../resources/declare/define.ts";
import { nameDomains } from "../../../../resources/hosting/domains/name-services.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { limitText } from "../../framework/pages/limit-text.ts";
import { PageDialogs } from "../../framework/pages/page-dialogs.tsx";
import { Card } from "../../ui/panels/card.tsx";
import type { OfProject } from "../flows/domains/add-button.tsx";
import { DomainsCard } from "../flows/domains/domain-list.tsx";
import { AddNameButton } from "./names/add-name.tsx";
import { NameServiceTab } from "./names/name-service-tab.tsx";

/** The domains and on-chain names of a project. */
export const ProjectDomains = ({ project: { id, name } }: { readonly project: OfProject }) => {
  const project = { id, name };
  const { rows, total } = useRecords(nameDomains, { filters: { projectId: id } });
  return (
    <PageDialogs>
      <div className="fh-stack">
        <DomainsCard project={project} text="Custom domains for this site, in addition to its default address." />
        <Card
          title="Name services"
          text={`On-chain names for this site's content.${rows ? limitText(nameDomains, total) : ""}`}
          actions={total > 0 && <AddNameButton project={project} disabled={isFull(nameDomains, total)} />}
          flush
        >
          <NameServiceTab project={project} />
        </Card>
      </div>
    </PageDialogs>
  );
};
