/** Vouchers for operators. The code is shown once; redemptions are posted from the account "voucher". */
import * as z from "zod/mini";
import { giftUnits, voucherGifts, voucherNoteMax, type VoucherGift } from "../billing/voucher-gifts.ts";
import { defineResource } from "../declare/define.ts";
import { choice, code, count, date, id, optional, status, text } from "../declare/fields.ts";
import { exact } from "../declare/special-fields.ts";

const voucherStates = ["open", "used-up", "expired", "withdrawn"] as const;

const giftLabels = Object.fromEntries(voucherGifts.map((gift) => [gift, giftUnits[gift].words])) as Record<
  VoucherGift,
  string
>;

export const vouchers = defineResource({
  name: "vouchers",
  title: "Vouchers",
  intro: "Codes that teams redeem for LAND or resources, once each. A code is shown only when you create it.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "gift" },
  routes: { list: "/operator/vouchers" },
  titles: { create: "Create voucher" },
  base: "$bill-consume/operator/vouchers",
  replies: { create: z.object({ id: z.string(), code: z.string() }) },
  log: { create: "BILL_CREATE_VOUCHER", delete: "BILL_DELETE_VOUCHER" },
  fields: {
    id: id(),
    amount: count("Amount", "Per redemption, as a whole number."),
    gives: choice("Gift", voucherGifts, giftLabels),
    days: optional(count("Days", "Days that a redeemed resource lasts. Leave blank for no expiry.")),
    uses: exact("Uses", "Number of teams that can redeem it, once each."),
    expiresAt: optional(date("Until", "Last day to redeem. Leave blank for no end.")),
    note: optional(text("Note", { max: voucherNoteMax, hint: "Visible to operators only." })),
    used: exact("Redeemed"),
    state: status("State", voucherStates, { "used-up": "Used up" }),
    /** The last characters of the code, for identification. */
    ending: code("Code"),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      gives: {},
      ending: { width: "100px" },
      state: { width: "130px" },
      used: { of: "uses", width: "130px" },
      expiresAt: { width: "150px", wideOnly: true },
      note: { wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    sort: ["used", "expiresAt", "createdAt"],
    search: "note",
    filters: ["gives"],
    bulk: ["delete"],
    empty: { title: "No vouchers yet", text: "Create a voucher and share its code." },
  },
  create: { fields: ["gives", "amount", "days", "uses", "expiresAt", "note"], reveal: "code" },
  actions: {
    withdraw: {
      label: "Withdraw",
      call: "POST $bill-consume/operator/vouchers/{id}/withdraw",
      can: "edit",
      confirm: "The voucher can't be redeemed anymore. Existing redemptions are not affected.",
      done: "Voucher withdrawn.",
      danger: true,
      when: [{ field: "state", in: ["open"] }],
      log: "BILL_WITHDRAW_VOUCHER",
    },
  },
  remove: {
    confirm: "The voucher is deleted and its code stops working.",
    when: [{ field: "used", in: ["0"] }],
  },
});
