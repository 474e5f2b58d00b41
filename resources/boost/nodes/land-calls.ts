/** LAND a node can spend. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";

export const nodeLand = defineCall("GET $boost/node/land", {
  summary: "Returns the LAND balance (×1e18) of the node's team, spendable on cards, daily sign-ins and stages.",
  can: "node",
  reply: z.object({ land: z.string() }),
});

export const landCalls = [nodeLand];
