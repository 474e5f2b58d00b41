import { useAllows } from "../../framework/use-allows.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { NotificationsTab } from "./alerts/notifications-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { LinkedTab } from "./linked-tab.tsx";
import { SessionsTab } from "./sessions/sessions-tab.tsx";
import { WebhookTab } from "./webhook/webhook-tab.tsx";

/** /account/config: what belongs to the person, whichever team is chosen. */
export const Component = () => {
  const mayEditTeam = useAllows()("edit", "team-settings");
  return (
    <>
      <PageHeader title="Configurations" text="Your own account, and what belongs to the team you work in." />
      <Tabs
        label="Configurations"
        side
        tabs={[
          { label: "General", content: <GeneralTab /> },
          { label: "Linked Accounts", content: <LinkedTab /> },
          { label: "Sessions", content: <SessionsTab /> },
          { label: "Notifications", content: <NotificationsTab /> },
          ...(mayEditTeam ? [{ label: "Webhook", content: <WebhookTab /> }] : []),
        ]}
      />
    </>
  );
};
