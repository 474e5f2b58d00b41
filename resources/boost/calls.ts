/** Every call of Boost. */
import { exploreCalls } from "./explore-calls.ts";
import { landCalls } from "./land-calls.ts";
import { miniAppCalls } from "./mini-app-calls.ts";
import { nodeCalls } from "./node-calls.ts";
import { spinCalls } from "./spin-calls.ts";
import { stakeCalls } from "./stake-calls.ts";
import { taskCalls } from "./task-calls.ts";

export const boostCalls = [
  ...nodeCalls,
  ...landCalls,
  ...miniAppCalls,
  ...exploreCalls,
  ...taskCalls,
  ...spinCalls,
  ...stakeCalls,
];
