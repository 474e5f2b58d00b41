import { useUser } from "../flows/account/account.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { NotificationsTab } from "./alerts/notifications-tab.tsx";
import { EmailCard } from "./email/email-card.tsx";
import { EndingCard } from "./ending/ending-card.tsx";
import { GitHubCard } from "./github/github-card.tsx";
import { ProfileCard } from "./profile/profile-card.tsx";
import { SessionsTab } from "./sessions/sessions-tab.tsx";
import { SolanaCard } from "./solana/solana-card.tsx";
import { TeamNameCard } from "./team-name/team-name-card.tsx";
import { WalletsCard } from "./wallets/wallets-card.tsx";
import { WebhookTab } from "./webhook/webhook-tab.tsx";

/** /account/config: the user's own settings, regardless of the selected team. */
export const Component = () => {
  const mayEditTeam = useAllows()("edit", "team-settings");
  return (
    <>
      <PageHeader title="Configurations" text="Your account, and settings of your current team." />
      <Tabs
        label="Configurations"
        side
        tabs={[
          { label: "General", content: <GeneralTab mayEditTeam={mayEditTeam} /> },
          { label: "Linked accounts", content: <LinkedTab /> },
          { label: "Sessions", content: <SessionsTab /> },
          { label: "Notifications", content: <NotificationsTab /> },
          ...(mayEditTeam ? [{ label: "Webhook", content: <WebhookTab /> }] : []),
        ]}
      />
    </>
  );
};

/** Linked accounts: one card for each kind. */
const LinkedTab = () => (
  <div className="fh-stack">
    <WalletsCard />
    <GitHubCard />
    <SolanaCard />
  </div>
);

/** The profile, and the name of the current team for members who can rename it. */
const GeneralTab = ({ mayEditTeam }: { readonly mayEditTeam: boolean }) => {
  const user = useUser();
  if (!user) return <Skeleton lines={6} />;
  return (
    <div className="fh-stack">
      <ProfileCard user={user} />
      {mayEditTeam && <TeamNameCard />}
      <Card title="Account" text="Your identifiers on Freehold and on-chain.">
        <DescriptionList
          facts={[
            { label: "User ID", value: <CopyText text={user.uid} label="user ID" /> },
            {
              label: "Address",
              value: user.wallet ? <CopyText text={user.wallet.address} label="address" /> : "No wallet linked",
            },
          ]}
        />
      </Card>
      <EmailCard />
      <EndingCard user={user} />
    </div>
  );
};
