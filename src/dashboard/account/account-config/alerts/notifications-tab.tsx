import { Link } from "react-router";
import { editUserSettings, emailFields, userSettings } from "../../../../../resources/account/email-settings.ts";
import { accountConfig } from "../../../../../resources/pages.ts";
import { useUser } from "../../flows/account/account.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { BalanceAlertCard } from "./balance-alert-card.tsx";
import { ServiceAlertsCard } from "./service-alerts-card.tsx";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";

/** Notification settings. */
export const NotificationsTab = () => {
  const mayEditTeam = useAllows()("edit", "team-settings");
  return (
    <div className="fh-stack">
      <NotificationsCard />
      {mayEditTeam && <BalanceAlertCard />}
      {mayEditTeam && <ServiceAlertsCard />}
    </div>
  );
};

const title = "Email notifications";
const text = "Choose what we email you. Dashboard notifications are always on.";

const emailsForm = callForm(editUserSettings, { fields: emailFields, body: (letters) => ({ letters }) });

/** The user's email preferences. */
const NotificationsCard = () => {
  const user = useUser();
  const { data, error, reload } = useCall(userSettings);
  if (!data) return <LoadingCard title={title} text={text} error={error} onRetry={reload} />;
  const hasAddress = user?.email !== null && user?.email !== undefined;
  return (
    <FormCard
      title={title}
      text={text}
      form={emailsForm}
      initial={data.letters}
      head={
        !hasAddress && (
          <Banner kind="info" action={<Link to={accountConfig.path}>Add an address</Link>}>
            Confirm an email address to receive notifications by email.
          </Banner>
        )
      }
      refreshes={[userSettings]}
    />
  );
};
