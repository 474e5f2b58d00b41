/** Vouchers as an operator makes them. The code is shown once; what it brings is posted from the account "voucher". */
import * as z from "zod/mini";
import { giftUnits, voucherGifts, voucherNoteMax, type VoucherGift } from "../billing/voucher-words.ts";
import { defineResource } from "../define.ts";
import { choice, code, count, date, id, optional, status, text } from "../fields.ts";

const voucherStates = ["open", "used-up", "expired", "withdrawn"] as const;
export type VoucherState = (typeof voucherStates)[number];

const giftLabels = Object.fromEntries(voucherGifts.map((gift) => [gift, giftUnits[gift].words])) as Record<
  VoucherGift,
  string
>;

export const vouchers = defineResource({
  name: "vouchers",
  title: "Vouchers",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "gift" },
  routes: { list: "/operator/vouchers" },
  titles: { create: "New voucher" },
  calls: {
    list: "GET $bill-consume/operator/vouchers",
    create: "POST $bill-consume/operator/vouchers",
    delete: "DELETE $bill-consume/operator/vouchers/{id}",
  },
  replies: { create: z.object({ id: z.string(), code: z.string() }) },
  log: { create: "BILL_CREATE_VOUCHER", delete: "BILL_DELETE_VOUCHER" },
  fields: {
    id: id(),
    amount: count("Amount", "Whole numbers, for each team that redeems it."),
    gives: choice("Gift", voucherGifts, giftLabels),
    days: optional(count("Days", "For how many days a resource can be used once it is redeemed; empty: for good.")),
    uses: count("Uses", "How many teams can redeem it, each once."),
    expiresAt: optional(date("Until", "When it ends for those who have not redeemed it. Empty: never.")),
    note: optional(text("Note", { max: voucherNoteMax, hint: "What it is for. Only operators read it." })),
    used: count("Redeemed"),
    state: status("State", voucherStates, { "used-up": "Used up" }),
    /** Its last letters, to tell it by. */
    ending: code("Code"),
    createdAt: date("Created"),
  },
  list: {
    columns: ["gives", "ending", "state", "used", "expiresAt", "note", "createdAt"],
    search: "note",
    filters: ["gives"],
    empty: { title: "No vouchers yet", text: "Make one, and give its code to whom you like." },
  },
  create: ["gives", "amount", "days", "uses", "expiresAt", "note"],
  reveal: "code",
  actions: {
    withdraw: {
      label: "Withdraw",
      call: "POST $bill-consume/operator/vouchers/{id}/withdraw",
      can: "edit",
      confirm: "Nobody can redeem it from now on. Who has redeemed it keeps what it brought.",
      done: "Withdrawn.",
      danger: true,
      when: [{ field: "state", in: ["open"] }],
      log: "BILL_WITHDRAW_VOUCHER",
    },
  },
  remove: {
    confirm: "The voucher is deleted; its code works no more.",
    when: [{ field: "used", in: ["0"] }],
  },
});
