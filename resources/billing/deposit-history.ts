/** Deposit history: access and live events. Calls are in deposit-calls.ts, states in deposits.ts. */
import { defineResource } from "../define.ts";
import { balanceEvent } from "./deposits.ts";

export const deposits = defineResource({
  name: "deposits",
  title: "Deposit history",
  group: "Billing",
  access: "RESOURCE",
  routes: {},
  fields: {},
  list: { columns: {}, live: balanceEvent, empty: { title: "", text: "" } },
});
