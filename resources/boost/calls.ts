/** Every call of Boost. */
import { exploreCalls } from "./nodes/explore-calls.ts";
import { landCalls } from "./nodes/land-calls.ts";
import { miniAppCalls } from "./mini-app-calls.ts";
import { nodeCalls } from "./nodes/node-calls.ts";
import { projectCalls } from "./airdrops/project-calls.ts";
import { spinCalls } from "./spins/spin-calls.ts";
import { stakeCalls } from "./staking/stake-calls.ts";
import { taskCalls } from "./tasks/task-calls.ts";
import { withdrawCalls } from "./withdrawals/withdraw-calls.ts";

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
