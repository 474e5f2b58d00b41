/** Optional claim reports to the server. */
import { reportRecharge as rechargeCall } from "../../../../resources/billing/deposit-calls.ts";
import { send } from "../../api/client.ts";
import { attempt } from "../../lib/attempt.ts";

interface Recharge {
  readonly source: string;
  readonly hash: string;
  readonly address: string;
}

/** A hint where to look. */
export const reportRecharge = (body: Recharge): void => void attempt(() => send(rechargeCall, { body, silent: true }));
