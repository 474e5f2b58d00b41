/** Withdrawals for operators: review queue and decisions. */
import { sql } from "kysely";
import { tonsOf } from "../../../../../resources/boost/withdrawing.ts";
import { boostWithdrawals } from "../../../../../resources/operator/boost-withdrawals.ts";
import { AppError, invalidField } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import type { Route } from "../../route.ts";
import { tableRoutes } from "../../table-routes.ts";
import { sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { credit } from "../usdt.ts";
import type { WithdrawalRow } from "./rows.ts";

interface Deps {
  /** Notifies the user of a refusal in its transaction; run the returned function after the commit. */
  refused(trx: Trx, id: string): Promise<() => void>;
  /** Called when a withdrawal may be ready to pay. */
  changed(): void;
}

/** The operator's resource. A refusal needs a note and refunds the amount. Throws WITHDRAWAL_ANSWERED, also if its payment is signed. */
export const operatorWithdrawalRoutes = ({ refused, changed }: Deps): Route[] =>
  tableRoutes(boostWithdrawals, "boost_withdrawal", {
    team: null,
    target: "usd",
    columns: {
      from: sql`(select coalesce(nullif(username, ''), person.address, '') from boost_node
        join person on person.id = boost_node.person_id where boost_node.id = boost_withdrawal.node_id)`,
      answer: sql`null`,
    },
    present: ({ amount, status, nano }) => ({
      usd: `$${sixDecimals(BigInt(amount))}`,
      paid: status === "SENT" ? `${tonsOf(BigInt(nano ?? 0))} TON` : undefined,
    }),
    before: async ({ answer, note }, { db, id }, stored) => {
      const row = stored!;
      if (answer === "APPROVE") return { ...approved(row), note: row.note };
      if (answer === undefined) throw invalidField("answer", "Answer: choose an option.");
      if (!note?.trim()) throw invalidField("note", "Note: enter a reason. The user will see it.");
      const isOpen = row.status === "REVIEW" || (row.status === "PENDING" && row.boc === null);
      if (!isOpen) throw new AppError("WITHDRAWAL_ANSWERED");
      await credit(db, row.node_id, { kind: "RETURNED", amount: BigInt(row.amount), withdrawalId: id });
      return { status: "REFUSED", note: note.trim(), decided_at: new Date(), boc: null };
    },
    after: async ({ db, afterCommit }, { id, status }) => {
      afterCommit(status === "REFUSED" ? await refused(db, id) : changed);
    },
    actions: ({ change }) => ({
      approve: async (context) => {
        await change(context, approved);
        return null;
      },
    }),
  });

/** A previously signed message is not resent: the payment is looked up on-chain before another one is made. */
const approved = ({ status }: WithdrawalRow) => {
  if (status !== "REVIEW") throw new AppError("WITHDRAWAL_ANSWERED");
  return { status: "PENDING", reason: null, decided_at: new Date(), boc: null } as const;
};
