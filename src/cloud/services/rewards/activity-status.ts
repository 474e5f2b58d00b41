/** Where a task stands for a person: a pure function of what is known. */
import type { ActivityStatus } from "../../../../resources/rewards/activity-calls.ts";
import { linkStaySeconds } from "../../../../resources/rewards/limits.ts";

export interface Known {
  readonly collected: boolean;
  readonly needs: "activation" | "deposit" | undefined;
  readonly activated: boolean;
  readonly deposited: boolean;
  readonly done: number;
  readonly goal: number;
  /** Of a link: for how long it has been open; undefined while it is not. */
  readonly openSeconds: number | undefined;
  readonly isLink: boolean;
}

/** Collected stays collected; then what the account may not do; then what comes first; then whether it is done. */
export const statusOf = ({ collected, needs, activated, deposited, ...known }: Known): ActivityStatus => {
  if (collected) return "COMPLETED";
  if (needs === "activation" && !activated) return "DENY";
  if (needs === "deposit" && !deposited) return "NOT_READY";
  if (known.isLink) return linkStatus(known.openSeconds);
  return known.done >= known.goal ? "CLAIM" : "ON_GOING";
};

const linkStatus = (openSeconds: number | undefined): ActivityStatus => {
  if (openSeconds === undefined) return "ON_GOING";
  return openSeconds >= linkStaySeconds ? "CLAIM" : "DONE_TO_STAY";
};
