import { PageDialogs } from "../../framework/pages/page-dialogs.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { AddButton, type OfProject } from "../flows/domains/add-button.tsx";
import { DomainList } from "../flows/domains/domain-list.tsx";
import { AddNameButton } from "./names/add-name.tsx";
import { NameServiceTab } from "./names/name-service-tab.tsx";

/** The domains and on-chain names of a project. */
export const ProjectDomains = ({ project: { id, name } }: { readonly project: OfProject }) => {
  const project = { id, name };
  return (
    <PageDialogs>
      <div className="fh-stack">
        <Card
          title="Domains"
          text="Custom domains for this site, in addition to its default address."
          actions={<AddButton project={project} />}
          flush
        >
          <DomainList project={project} emptyAction={<AddButton project={project} />} />
        </Card>
        <Card
          title="Name services"
          text="On-chain names for this site's content."
          actions={<AddNameButton project={project} />}
          flush
        >
          <NameServiceTab project={project} />
        </Card>
      </div>
    </PageDialogs>
  );
};
