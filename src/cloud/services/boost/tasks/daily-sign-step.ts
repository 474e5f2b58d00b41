import { dailySignRate } from "../../../../../resources/boost/points.ts";
import type { NextOfTask } from "../../../../../resources/boost/task-calls.ts";
import { rateLabel } from "../../../../../resources/boost/task-model.ts";
import { dailySignId, type Signed } from "./daily-sign.ts";

/** Formats a daily sign-in as the next step of a task. */
export const dailySignStep = ({ rate, run }: Signed, withLand: boolean): NextOfTask => {
  const reward = { kind: "rate", amount: dailySignRate(run, withLand) / 1000 } as const;
  return {
    next: rate > 0 ? "CLAIM" : "COMPLETE",
    message:
      rate > 0
        ? `Day ${run}: ${rateLabel(rate / 1000)} until the end of tomorrow (UTC).`
        : "You have already signed in today. Come back tomorrow.",
    link: null,
    activity: {
      actId: dailySignId,
      actName: "Daily sign-in",
      actType: dailySignId,
      actStatus: "DONE",
      reward,
      description: "Sign in every day. With LAND, each consecutive day brings more.",
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
