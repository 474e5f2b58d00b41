/** Every call of Boost. */
import { exploreCalls } from "./explore-calls.ts";
import { nodeCalls } from "./node-calls.ts";
import { taskCalls } from "./task-calls.ts";

export const boostCalls = [...nodeCalls, ...exploreCalls, ...taskCalls];
