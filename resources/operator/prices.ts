/** The price list with its history. Prices are never changed: a new version replaces the current one at a full hour. */
import { priceModelMax, pricedBy } from "../billing/price-labels.ts";
import { defineResource } from "../declare/define.ts";
import { choice, date, id, optional, status, text } from "../declare/fields.ts";
import { decimal } from "../declare/special-fields.ts";
import { meteredResources, type MeteredResource } from "../limits.ts";

const priceStates = ["current", "announced", "past"] as const;
export type PriceState = (typeof priceStates)[number];

const labels = Object.fromEntries(meteredResources.map((one) => [one, pricedBy[one].words])) as Record<
  MeteredResource,
  string
>;

export const operatorPrices = defineResource({
  name: "operator-prices",
  title: "Prices",
  intro:
    "Prices for usage beyond packages. A new price applies from a full hour. Earlier usage is charged at the earlier price.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "tag" },
  routes: { list: "/operator/prices" },
  titles: { create: "Create price" },
  base: "$bill-consume/operator/prices",
  log: { create: "BILL_SET_PRICE" },
  fields: {
    id: id("Version"),
    resource: choice("Resource", meteredResources, labels),
    item: optional(text("Model", { max: priceModelMax, hint: "AI only: the model with this price." })),
    land: decimal("Price in LAND", {
      unit: "LAND",
      pattern: { expression: /^\d{1,24}(\.\d{1,18})?$/, message: "LAND: enter a number such as 100000 or 0.25." },
      hint: "Per unit of the resource: a GB, a minute, a million. A dollar is a million LAND.",
    }),
    startsAt: optional(date("From", "A future full hour (UTC). Default: the next hour.")),
    state: status("State", priceStates),
    createdAt: date("Set"),
  },
  list: {
    columns: {
      resource: { below: "item" },
      land: { width: "240px" },
      state: { width: "130px" },
      startsAt: { width: "190px", wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    filters: ["resource", "state"],
    empty: { title: "No prices", text: "Resources without a price can't be paid from the balance." },
  },
  create: ["resource", "item", "land", "startsAt"],
});
