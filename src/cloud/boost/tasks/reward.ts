import { boostTask } from "../../../../resources/boost/limits.ts";
import { pointUnit } from "../../../../resources/boost/nodes/points.ts";
import type { Task } from "../../../../resources/boost/tasks/task-model.ts";
import type { Trx } from "../../engines/database/database.ts";
import { addBoost } from "../nodes/nodes.ts";
import { movePoints } from "../point-log.ts";
import { grantSpins } from "../spins/spins.ts";
import { recordClaimed } from "./states.ts";

/** Gives a locked node a task's reward: points, a rate for a day, or spins. The caller checks that it is unclaimed. */
export const giveReward = async (trx: Trx, nodeId: string, task: Task, at: number): Promise<void> => {
  await recordClaimed(trx, nodeId, task, at);
  const { kind, amount } = task.reward;
  if (kind === "spin") await grantSpins(trx, nodeId, amount);
  else if (kind === "rate") await addBoost(trx, nodeId, at, { rate: amount * 1000, seconds: boostTask.seconds });
  else await movePoints(trx, nodeId, { kind: task.kind, amount: BigInt(amount) * pointUnit, name: task.name });
};
