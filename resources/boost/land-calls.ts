/** What a node's person can pay with. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const nodeLand = defineCall("GET $boost/node/land", {
  summary: "LAND ×1e18 that the node's own team can spend on cards, signs and stages.",
  can: "node",
  reply: z.object({ land: z.string() }),
});

export const landCalls = [nodeLand];
