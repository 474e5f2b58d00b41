import { Link } from "react-router";
import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { exactLand, formatDollars } from "../../../../resources/money.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { teamUsage } from "../../../../resources/operator/overview.ts";
import { billing } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { fullestMeter } from "../../framework/cost/usage-tiles.ts";
import { formatShare } from "../../lib/format/share.ts";
import { Meter } from "../../ui/panels/tiles.tsx";

/** The drawer stays open for hours, and usage has no event. */
const pollMs = 300_000;
/** A failure is no reason to interrupt the user. */
const quiet = { pollMs, silent: true, retries: 0 } as const;

/** Shows the balance in dollars, and the resource of which the most is used, as a link to Billing. */
const BalanceMeter = () => {
  const { data: balance, reload } = useCall(outlook, quiet);
  const { data: usage } = useCall(teamUsage, quiet);
  useLive(deposits, reload);
  if (!balance) return null;
  const meter = usage && fullestMeter(usage);
  return (
    <Link to={pageHref(billing)} title={exactLand(balance.land)}>
      <span>
        Balance <strong>{formatDollars(balance.land)}</strong>
      </span>
      {meter?.share !== undefined && (
        <>
          <Meter label={meter.title} share={meter.share} />
          <small>{`${meter.title}: ${formatShare(meter.share)} used`}</small>
        </>
      )}
    </Link>
  );
};

export default BalanceMeter;
