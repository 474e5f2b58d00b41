import { expect, it } from "vitest";
import {
  exploringAfter,
  failureTitle,
  isBusy,
  type Exploration,
  type Exploring,
  type ExploringEvent,
} from "./exploring.ts";

const exploration: Exploration = {
  explorationId: "e",
  nodeId: "n",
  address: "0x12",
  points: "12.5",
  isProtected: false,
  createdAt: 1,
  expiredAt: 3601,
  collectedAt: null,
};
const run = (...events: ExploringEvent[]): Exploring => events.reduce(exploringAfter, { name: "idle" });
const found = [{ type: "explore" }, { type: "proved" }, { type: "found", exploration }] as const;

it("goes from the captcha to the found node to the collected points", () => {
  expect(run({ type: "explore" }, { type: "worked", done: 0.4 }, { type: "worked", done: 0.2 })).toEqual({
    name: "proving",
    done: 0.4,
  });
  expect(run(...found)).toEqual({ name: "found", exploration });
  expect(run(...found, { type: "collect" }, { type: "collected", points: "7" })).toEqual({
    name: "collected",
    exploration,
    points: "7",
  });
});

it("ignores a second click while exploring, and late results", () => {
  const proving = run({ type: "explore" }, { type: "worked", done: 0.4 });
  expect(exploringAfter(proving, { type: "explore" })).toBe(proving);
  expect(run(...found, { type: "failed", problem: "late" })).toEqual({ name: "found", exploration });
  expect(run({ type: "collect" })).toEqual({ name: "idle" });
  expect(isBusy(run(...found))).toBe(false);
});

it("shows the error and can be restarted; a reopened page shows an earlier collection", () => {
  const failed = run({ type: "explore" }, { type: "failed", problem: "None is left.", code: "EXPLORATIONS_USED" });
  expect(failed).toEqual({ name: "failed", problem: "None is left.", code: "EXPLORATIONS_USED" });
  expect(exploringAfter(failed, { type: "explore" }).name).toBe("proving");
  const before = { ...exploration, collectedAt: 5 };
  expect(run({ type: "back", exploration: before })).toMatchObject({ name: "collected", points: undefined });
});

it("says what happened when there is nothing to explore, and fails only by faults", () => {
  expect(failureTitle("NOTHING_TO_EXPLORE")).toBe("No points found");
  expect(failureTitle("NODE_PROTECTED")).toBe("Node protected");
  expect([failureTitle("INTERNAL"), failureTitle(undefined)]).toEqual(["Exploration failed", "Exploration failed"]);
});
