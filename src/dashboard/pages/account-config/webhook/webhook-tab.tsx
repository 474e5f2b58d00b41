import { teamWebhook } from "../../../../../resources/account/webhook.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { LoadingCard } from "../alerts/loading-card.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { WebhookCard, webhookText, webhookTitle } from "./webhook-card.tsx";

/** Polls while a delivery is in progress. */
const waitingMs = 1500;

/** The team's webhook and its deliveries. */
export const WebhookTab = () => {
  const { data, error, reload } = useCall(teamWebhook, { pollMs: waitingMs });
  if (!data) return <LoadingCard title={webhookTitle} text={webhookText} error={error} onRetry={reload} />;
  const { webhook, deliveries } = data;
  return (
    <div className="fh-stack">
      <WebhookCard webhook={webhook} onChanged={reload} />
      {webhook && <DeliveriesCard deliveries={deliveries} onChanged={reload} />}
    </div>
  );
};
