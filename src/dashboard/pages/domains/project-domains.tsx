import { Card } from "../../ui/card.tsx";
import { AddButton, type OfProject } from "./add-button.tsx";
import { DomainList } from "./domain-list.tsx";

/** The names of one project: a tab of its page. */
export const ProjectDomains = ({ project: { id, name } }: { readonly project: OfProject }) => {
  const project = { id, name };
  return (
    <Card
      title="Domains"
      text="Names of your own that lead to this site, beside its own address."
      actions={<AddButton project={project} />}
      flush
    >
      <DomainList project={project} emptyAction={<AddButton project={project} />} />
    </Card>
  );
};
