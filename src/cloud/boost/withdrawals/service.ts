/** Withdrawals: USDT paid out in toncoin. */
import type { Trx } from "../../engines/database/database.ts";
import type { Duty } from "../../kernel/duties.ts";
import { withdrawalPaid, withdrawalRefused } from "./withdrawal-messages.ts";
import { tonsOf } from "../../../../resources/boost/withdrawals/withdrawing.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { sixDecimals } from "../micro-amounts.ts";
import { payWithdrawals } from "./payer.ts";
import { withdrawalRoutes, type WithdrawalDeps } from "./routes.ts";

export interface Withdrawals {
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
  /** Pays what can be paid now and resolves when done. */
  pay(): Promise<void>;
}

const dutyName = "Pay withdrawals";
const page = { url: "/boost/spin", label: "View withdrawals" } as const;

export const createWithdrawals = (deps: WithdrawalDeps): Withdrawals => {
  const { engines, notices, messaging, log, wake = () => undefined } = deps;
  const { database, prices, ton } = engines;

  /** Notifies the user in the dashboard and the messaging app how a withdrawal ended. */
  const notifyUser = async (
    trx: Trx,
    id: string,
    messageFor: (row: EndedWithdrawal) => string,
  ): Promise<() => void> => {
    const row = await trx
      .selectFrom("boost_withdrawal")
      .innerJoin("boost_node", "boost_node.id", "boost_withdrawal.node_id")
      .select(["person_id", "amount", "nano", "note"])
      .where("boost_withdrawal.id", "=", id)
      .executeTakeFirstOrThrow();
    const message = messageFor(row);
    await notices.create(trx, row.person_id, { type: "NORMAL", message, ...page });
    await messaging.sendMessage(trx, row.person_id, { key: `withdrawal ${id}`, text: message });
    return () => notices.refresh(row.person_id);
  };
  const paid = (trx: Trx, id: string) => notifyUser(trx, id, ({ nano }) => withdrawalPaid(tonsOf(BigInt(nano ?? 0))));
  const refused = (trx: Trx, id: string) =>
    notifyUser(trx, id, ({ amount, note }) => withdrawalRefused(sixDecimals(BigInt(amount)), note ?? ""));
  const pay = () => payWithdrawals({ database, ton, prices, log, paid });

  return {
    routes: withdrawalRoutes({ ...deps, refused, changed: () => wake(dutyName) }),
    pay: async () => void (await pay()),
    // A pending payment is looked up more often.
    duties: [{ name: dutyName, every: "30 s", scope: "cluster", run: async () => (await pay()) && { again: "5 s" } }],
  };
};

interface EndedWithdrawal {
  readonly amount: string;
  readonly nano: string | null;
  readonly note: string | null;
}
