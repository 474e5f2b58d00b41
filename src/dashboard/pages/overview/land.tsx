import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatLand } from "../../lib/format/land.ts";
import { DunningBanner } from "../billing/balance/dunning-banner.tsx";

/** The balance, as /billing says it. */
export const LandValue = () => {
  const { data, reload } = useCall(outlook);
  useLive(deposits, reload);
  return <>{data ? formatLand(data.land) : "–"}</>;
};

/** How long it lasts. */
export const LandNote = () => {
  const { data, error } = useCall(outlook);
  if (error && !data) return <>It could not be read just now.</>;
  return <>{data ? lasting(data.daysLeft) : "…"}</>;
};

/** What has begun because nothing is left. */
export const Unpaid = () => {
  const { data } = useCall(outlook);
  return data ? <DunningBanner dunning={data.dunning} /> : null;
};

/** Days of which there are more say nothing. */
const manyDays = 3650;

const lasting = (days: number | null): string => {
  if (days === null) return "Nothing is spent now";
  if (days > manyDays) return "10 years and more left at this rate";
  return days === 0 ? "Less than a day left at this rate" : `${countOf(days, "day")} left at this rate`;
};
