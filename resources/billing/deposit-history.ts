/** Who may see what a team has paid in, and hears of it. The calls stand in deposit-calls.ts, the states in deposits.ts. */
import { defineResource } from "../define.ts";
import { balanceEvent } from "./deposits.ts";

export const deposits = defineResource({
  name: "deposits",
  title: "Deposit history",
  group: "Billing",
  access: "RESOURCE",
  routes: {},
  calls: {},
  fields: {},
  list: { columns: [], live: balanceEvent, empty: { title: "", text: "" } },
});
