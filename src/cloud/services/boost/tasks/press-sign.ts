import { dailySignRate } from "../../../../../resources/boost/points.ts";
import type { NextOfTask } from "../../../../../resources/boost/task-calls.ts";
import { rewardWords } from "../../../../../resources/boost/task-words.ts";
import { dailySignId, type Signed } from "./daily-sign.ts";

/** A sign as the next step of a task. */
export const pressSign = ({ raise, run }: Signed, withLand: boolean): NextOfTask => {
  const reward = { kind: "rate", amount: dailySignRate(run, withLand) / 1000 } as const;
  return {
    next: raise > 0 ? "CLAIM" : "COMPLETE",
    message:
      raise > 0
        ? `Day ${run}: ${rewardWords({ kind: "rate", amount: raise / 1000 })}.`
        : "You have signed in today. Come back tomorrow.",
    link: null,
    activity: {
      actId: dailySignId,
      actName: "Daily sign",
      actType: dailySignId,
      actStatus: "DONE",
      reward,
      description: "Sign in each day: with LAND, every day of a run without a gap brings more.",
      icon: "check",
      extra: {
        group: "daily",
        onTrust: false,
        waitSeconds: 0,
        readyAt: null,
        have: 1,
        want: 1,
        asks: null,
        daily: true,
        endsAt: null,
      },
    },
  };
};
