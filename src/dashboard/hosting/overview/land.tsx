import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatLand } from "../../lib/format/land.ts";
import { DunningBanner } from "../../billing/flows/dunning/dunning-banner.tsx";

/** The balance, as on /billing. */
export const LandValue = () => {
  const { data, reload } = useCall(outlook);
  useLive(deposits, reload);
  return <>{data ? formatLand(data.land) : "–"}</>;
};

/** Shows how long the balance lasts. */
export const LandNote = () => {
  const { data, error } = useCall(outlook);
  if (error && !data) return <>The balance is unavailable.</>;
  return <>{data ? lasting(data.daysLeft) : "…"}</>;
};

/** Stage of an empty balance. */
export const Unpaid = () => {
  const { data } = useCall(outlook);
  return data ? <DunningBanner dunning={data.dunning} /> : null;
};

/** Above this many days, no exact number is shown. */
const manyDays = 3650;

const lasting = (days: number | null): string => {
  if (days === null) return "No LAND spent";
  if (days > manyDays) return "Lasts more than 10 years";
  return days === 0 ? "Lasts less than a day" : `Lasts ${countOf(days, "day")}`;
};
