/** Rollups: a team's own chains, which settle on another chain. */
import { defineResource } from "../define.ts";
import { choice, id, text } from "../fields.ts";
import { rollupNameMax } from "./limits.ts";

/** States on the wire; CREATING_PAID is a rollup that is created again after a payment. */
export const rollupStatus = {
  APPLYING: 0,
  PENDING_PAYMENT: 1,
  CREATING: 2,
  RUNNING: 3,
  TERMINATED: 4,
  CREATING_PAID: 5,
} as const;
export type RollupStatus = (typeof rollupStatus)[keyof typeof rollupStatus];

export const rollupFrameworks = ["OP", "CDK", "OTHER"] as const;
export const rollupDaLayers = ["SETTLEMENT", "ARWEAVE", "GREENFIELD", "OTHER"] as const;
export const rollupSettlements = ["ETHEREUM", "BSC", "OTHER"] as const;
export const rollupNetworks = ["TESTNET", "MAINNET"] as const;
export const rollupRoles = ["sequencer", "batcher", "proposer"] as const;
export type RollupRole = (typeof rollupRoles)[number];

export interface RollupChoice {
  readonly framework: (typeof rollupFrameworks)[number];
  readonly daLayer: (typeof rollupDaLayers)[number];
  readonly settlement: (typeof rollupSettlements)[number];
  readonly network: (typeof rollupNetworks)[number];
}

/** Whether a choice can be ordered with one click; all others use the contact form. */
export const isOneClick = ({ framework, daLayer, settlement, network }: RollupChoice): boolean =>
  framework !== "OTHER" && settlement !== "OTHER" && network === "TESTNET" && daLayer === "SETTLEMENT";

/** Socket event: a rollup of the team changed its state. */
export const rollupEvent = "ROLLUP_CHANGED";

export const rollups = defineResource({
  name: "rollups",
  title: "Rollups",
  group: "Rollups",
  access: "RAAS",
  menu: { section: "Rollups", icon: "chain" },
  routes: { list: "/raas", create: "/raas/create", show: "/raas/{name}/{id}" },
  titles: { create: "New rollup", show: "{name}" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: rollupNameMax }),
    framework: choice("Stack", rollupFrameworks, { OP: "OP Stack", CDK: "Polygon CDK", OTHER: "Other" }),
  },
  list: {
    columns: { name: {}, framework: {} },
    live: rollupEvent,
    empty: {
      title: "No rollups yet",
      text: "A rollup is your own chain with its own ID and blocks. Its results are secured by another chain.",
    },
  },
});
