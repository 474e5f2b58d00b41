import { useUser } from "../../flows/account/use-user.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmailCard } from "./email/email-card.tsx";
import { EndingCard } from "./ending/ending-card.tsx";
import styles from "./profile/profile.module.css";
import { ProfileCard } from "./profile/profile-card.tsx";

/** The user's profile. */
export const GeneralTab = () => {
  const user = useUser();
  if (!user) return <Skeleton lines={6} />;
  return (
    <div className="fh-stack">
      <ProfileCard user={user} />
      <Card title="Account" text="Your identifiers on Freehold and on-chain.">
        <div className={styles.ids}>
          <DescriptionList
            facts={[
              { label: "User ID", value: <CopyText text={user.uid} label="user ID" /> },
              {
                label: "Address",
                value: user.wallet ? <CopyText text={user.wallet.address} label="address" /> : "No wallet linked",
              },
            ]}
          />
        </div>
      </Card>
      <EmailCard />
      <EndingCard user={user} />
    </div>
  );
};
