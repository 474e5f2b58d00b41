import { test } from "vitest";
import { expectEachEndedOnce, expectInOrder, killWhileBuilding } from "../support/hosting/killed-builds.ts";

test.each([1, 2])(
  "50 queued builds, %i at a time, with the server killed -9 three times: each ends exactly once, in queue order, and none is lost",
  async (concurrency) => {
    const outcome = await killWhileBuilding({ builds: 50, projects: 5, concurrency, kills: 3 });
    expectEachEndedOnce(outcome);
    expectInOrder(outcome, concurrency);
  },
);
