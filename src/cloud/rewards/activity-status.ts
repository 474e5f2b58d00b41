/** Computes the status of a task for a user; a pure function. */
import type { ActivityStatus } from "../../../resources/rewards/activity-calls.ts";
import { linkStaySeconds } from "../../../resources/rewards/limits.ts";

export interface StatusInput {
  readonly collected: boolean;
  readonly needs: "activation" | "deposit" | undefined;
  readonly activated: boolean;
  readonly deposited: boolean;
  readonly done: number;
  readonly goal: number;
  /** For a link: seconds since it was opened; undefined if it wasn't. */
  readonly openSeconds: number | undefined;
  readonly isLink: boolean;
}

/** Order: collected, denied to the account, blocked by a requirement, done or not. */
export const statusOf = ({ collected, needs, activated, deposited, ...input }: StatusInput): ActivityStatus => {
  if (collected) return "COMPLETED";
  if (needs === "activation" && !activated) return "DENY";
  if (needs === "deposit" && !deposited) return "NOT_READY";
  if (input.isLink) return linkStatus(input.openSeconds);
  return input.done >= input.goal ? "CLAIM" : "ON_GOING";
};

const linkStatus = (openSeconds: number | undefined): ActivityStatus => {
  if (openSeconds === undefined) return "ON_GOING";
  return openSeconds >= linkStaySeconds ? "CLAIM" : "DONE_TO_STAY";
};
