import { test } from "vitest";
import { expectEachEndedOnce, expectInOrder, killWhileBuilding } from "../../support/hosting/killed-builds.ts";

// The soak tests kill it three times, with 50 builds (tests/soak).
test("queued builds with the server killed -9 during one: each ends exactly once, in queue order, and none is lost", async () => {
  const outcome = await killWhileBuilding({ builds: 3, projects: 2, concurrency: 1, kills: 1 });
  expectEachEndedOnce(outcome);
  expectInOrder(outcome, 1);
});
