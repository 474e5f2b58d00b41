import { PageHeader } from "../../ui/page-header.tsx";
import { AddButton } from "./add-button.tsx";
import { DomainList } from "./domain-list.tsx";

/** /hosting/domains: every name of the team, and the way to a new one. */
export const Component = () => (
  <>
    <PageHeader title="Domains" text="Names of your own that lead to your sites." actions={<AddButton />} />
    <DomainList emptyAction={<AddButton />} />
  </>
);
