/** Rollups: a team's own chains, which settle on another chain. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { choice, data, date, id, text, toggle } from "../declare/fields.ts";
import { rollupNameMax } from "./limits.ts";
import { image, seconds } from "./shapes.ts";

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

export const status = z.union(Object.values(rollupStatus).map((value) => z.literal(value)));

/** Whether a choice can be ordered with one click; all others use the contact form. */
export const isOneClick = ({ framework, daLayer, settlement, network }: RollupChoice): boolean =>
  framework !== "OTHER" && settlement !== "OTHER" && network === "TESTNET" && daLayer === "SETTLEMENT";

/** Socket event: a rollup of the team changed its state. */
export const rollupEvent = "ROLLUP_CHANGED";

export const rollups = defineResource({
  name: "rollups",
  title: "Rollups",
  noun: "rollup",
  needs: "activation",
  intro: "Your own chains, settled on another chain.",
  group: "RaaS",
  access: "RAAS",
  menu: { section: "Rollups", icon: "chain" },
  routes: { list: "/raas", create: "/raas/create", show: "/raas/{name}/{id}" },
  findBy: "name",
  titles: { create: "New rollup", show: "{name}" },
  keywords: ["raas", "chain"],
  calls: { list: "GET $raas/rollup" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: rollupNameMax }),
    status: data("Status", status),
    /** Whether it was a one-click order, not an application. */
    fastDeploy: toggle("One click"),
    framework: choice("Stack", rollupFrameworks, { OP: "OP Stack", CDK: "Polygon CDK", OTHER: "Other" }),
    daLayer: choice("Data", rollupDaLayers, {
      SETTLEMENT: "Settlement layer",
      ARWEAVE: "Arweave",
      GREENFIELD: "BNB Greenfield",
      OTHER: "Other",
    }),
    settlement: choice("Settlement", rollupSettlements, { ETHEREUM: "Ethereum", BSC: "BNB Chain", OTHER: "Other" }),
    network: choice("Network", rollupNetworks, { TESTNET: "Testnet", MAINNET: "Mainnet" }),
    chainId: data("Chain ID", z.nullable(z.string())),
    chainLogo: data("Logo", image),
    /** Start of the current term; null before the first. */
    paymentTime: data("Paid", z.nullable(seconds)),
    expirationAt: data("Expires", z.nullable(seconds)),
    createdAt: date("Ordered"),
  },
  list: {
    columns: {
      name: {},
      framework: {},
      status: { width: "160px" },
      expirationAt: { width: "130px" },
      createdAt: { width: "175px", wideOnly: true },
    },
    link: "name",
    items: "detail",
    total: "count",
    live: rollupEvent,
    empty: {
      title: "No rollups yet",
      text: "A rollup is your own chain with its own ID and blocks. Its results are secured by another chain.",
    },
  },
});
