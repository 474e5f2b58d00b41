/** Every call of Boost. */
import { exploreCalls } from "./explore-calls.ts";
import { nodeCalls } from "./node-calls.ts";

export const boostCalls = [...nodeCalls, ...exploreCalls];
