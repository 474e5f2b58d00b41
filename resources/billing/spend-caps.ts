/** Monthly spend caps: what a service, project, bucket or gateway may spend in LAND until the month ends. */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { choice, data, form, land, text } from "../declare/fields.ts";
import { billedServices, capBeyond } from "./packages.ts";

const capKinds = ["SERVICE", "PROJECT"] as const;
const cap = land("Cap").schema;

const fields = {
  /** A service, or one project, bucket or gateway. */
  kind: choice("Type", capKinds, { SERVICE: "Service", PROJECT: "Project" }),
  /** Service name, or id. */
  target: text("Applies to", { max: 40 }),
  service: data("Service", z.enum(billedServices)),
  /** Of a project, bucket or gateway; null for a service. */
  title: data("Name", z.nullable(z.string())),
  /** Monthly limit in LAND ×1e18; null without a cap. */
  land: data("Cap", z.nullable(cap)),
  /** What happens to visits above the cap. */
  beyond: data("Visits above the cap", z.enum(capBeyond)),
  /** LAND ×1e18 this month, including unsettled usage. */
  spent: land("Spent this month"),
};

export const spendCaps = defineResource({
  name: "spend-caps",
  title: "Spend caps",
  intro: "Monthly limits for a service, project, bucket or gateway.",
  permission: "deposits",
  routes: {},
  calls: { list: "GET $bill-consume/caps" },
  options: {
    list: { summary: "Lists this month's cost and spend cap of each service, project, bucket and gateway." },
  },
  replies: {
    list: z.object({
      /** The first of the month (UTC). */
      since: z.int(),
      items: z.array(form(fields)),
    }),
  },
  fields,
  list: {
    columns: {
      title: {},
      kind: { width: "120px", wideOnly: true },
      spent: { width: "190px" },
      land: { width: "220px" },
    },
    whole: true,
    empty: {
      title: "No spend caps",
      text: "Set a cap to limit what a service or project can spend in a month.",
      icon: "shield",
    },
  },
});
export type SpendCap = Row<typeof spendCaps>;

export const editSpendCap = defineCall("PUT $bill-consume/caps", {
  summary:
    "Sets a monthly spend cap in LAND ×1e18; null removes it. `beyond`: whether visits above it are paused or stay online.",
  can: ["edit", "deposits"],
  log: "BILL_EDIT_SPEND_CAP",
  body: z.object({
    kind: fields.kind.schema,
    target: fields.target.schema,
    land: z.nullable(cap),
    beyond: z._default(z.enum(capBeyond), "PAUSE"),
  }),
  reply: z.null(),
});
