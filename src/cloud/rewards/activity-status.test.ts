import { expect, test } from "vitest";
import { linkStaySeconds } from "../../../resources/rewards/limits.ts";
import { statusOf, type StatusInput } from "./activity-status.ts";

const open: StatusInput = {
  collected: false,
  needs: undefined,
  activated: false,
  deposited: false,
  done: 0,
  goal: 2,
  openSeconds: undefined,
  isLink: false,
};

test.each<[string, Partial<StatusInput>, ReturnType<typeof statusOf>]>([
  ["nothing is done yet", {}, "ON_GOING"],
  ["a part is done", { done: 1 }, "ON_GOING"],
  ["all is done", { done: 2 }, "CLAIM"],
  ["more is done", { done: 9 }, "CLAIM"],
  ["it was collected", { done: 2, collected: true }, "COMPLETED"],
  ["it was collected, and what was done is gone", { done: 0, collected: true }, "COMPLETED"],
  ["a trial has not what it takes", { needs: "activation", done: 2 }, "DENY"],
  ["the account is activated", { needs: "activation", activated: true, done: 2 }, "CLAIM"],
  ["no deposit was made", { needs: "deposit", activated: true }, "NOT_READY"],
  ["a deposit was made", { needs: "deposit", deposited: true }, "ON_GOING"],
  ["a linked page was not opened", { isLink: true, done: 9 }, "ON_GOING"],
  ["it is open since a moment", { isLink: true, openSeconds: linkStaySeconds - 1 }, "DONE_TO_STAY"],
  ["it was looked at", { isLink: true, openSeconds: linkStaySeconds }, "CLAIM"],
])("when %s", (_, input, status) => {
  expect(statusOf({ ...open, ...input })).toBe(status);
});
