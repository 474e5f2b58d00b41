import { Link } from "react-router";
import {
  editUserSettings,
  emailKinds,
  emailLabels,
  userSettings,
  type EmailSettings,
} from "../../../../../resources/account/email-settings.ts";
import { accountConfig } from "../../../../../resources/pages.ts";
import { useUser } from "../../../flows/account/use-user.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import { LoadingCard } from "./loading-card.tsx";

const title = "Email notifications";
const text = "Choose what we email you. Dashboard notifications are always on.";

/** The user's email preferences. */
export const NotificationsCard = () => {
  const { data, error, reload } = useCall(userSettings);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  return <EmailsForm letters={data.letters} />;
};

const EmailsForm = ({ letters }: { readonly letters: EmailSettings }) => {
  const user = useUser();
  const part = useCallPart(editUserSettings, { draft: "letters", saved: { letters }, reads: userSettings });
  const chosen = part.values.letters;
  const hasAddress = user?.email !== null && user?.email !== undefined;
  return (
    <SettingsCard title={title} text={text} part={part}>
      {!hasAddress && (
        <Banner kind="info" action={<Link to={accountConfig.path}>Add an address</Link>}>
          Confirm an email address to receive notifications by email.
        </Banner>
      )}
      {emailKinds.map((kind) => (
        <Switch
          key={kind}
          label={emailLabels[kind].label}
          hint={emailLabels[kind].hint}
          checked={chosen[kind]}
          disabled={part.saving}
          onChange={(on) => part.change({ letters: { ...chosen, [kind]: on } })}
        />
      ))}
    </SettingsCard>
  );
};
