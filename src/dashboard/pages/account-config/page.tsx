import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { LinkedTab } from "./linked-tab.tsx";

/** /account/config: what belongs to the person, whichever team is chosen. */
export const Component = () => (
  <>
    <PageHeader title="Configurations" text="Your own account, whichever team you work in." />
    <Tabs
      label="Configurations"
      side
      tabs={[
        { label: "General", content: <GeneralTab /> },
        { label: "Linked Accounts", content: <LinkedTab /> },
      ]}
    />
  </>
);
