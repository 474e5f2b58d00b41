import { useAllows } from "../../framework/use-allows.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { NotificationsTab } from "./alerts/notifications-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { LinkedTab } from "./linked-tab.tsx";
import { SessionsTab } from "./sessions/sessions-tab.tsx";
import { WebhookTab } from "./webhook/webhook-tab.tsx";

/** /account/config: the user's own settings, regardless of the selected team. */
export const Component = () => {
  const mayEditTeam = useAllows()("edit", "team-settings");
  return (
    <>
      <PageHeader title="Account settings" text="Your account, and settings of your current team." />
      <Tabs
        label="Account settings"
        side
        tabs={[
          { label: "General", content: <GeneralTab /> },
          { label: "Linked accounts", content: <LinkedTab /> },
          { label: "Sessions", content: <SessionsTab /> },
          { label: "Notifications", content: <NotificationsTab /> },
          ...(mayEditTeam ? [{ label: "Webhook", content: <WebhookTab /> }] : []),
        ]}
      />
    </>
  );
};
