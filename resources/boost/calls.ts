/** Every call of Boost. */
import { exploreCalls } from "./explore-calls.ts";
import { landCalls } from "./land-calls.ts";
import { miniAppCalls } from "./mini-app-calls.ts";
import { nodeCalls } from "./node-calls.ts";
import { projectCalls } from "./project-calls.ts";
import { spinCalls } from "./spin-calls.ts";
import { stakeCalls } from "./stake-calls.ts";
import { taskCalls } from "./task-calls.ts";
import { withdrawCalls } from "./withdraw-calls.ts";

export const boostCalls = [
  ...nodeCalls,
  ...landCalls,
  ...miniAppCalls,
  ...exploreCalls,
  ...taskCalls,
  ...projectCalls,
  ...spinCalls,
  ...withdrawCalls,
  ...stakeCalls,
];
