import { test } from "vitest";
import { expectEachEndedOnce, expectInOrder, killWhileBuilding } from "../../support/hosting/killed-builds.ts";

test("queued builds with the server killed -9 three times: each ends exactly once, in queue order, and none is lost", async () => {
  const outcome = await killWhileBuilding({ builds: 6, projects: 2, concurrency: 1 });
  expectEachEndedOnce(outcome);
  expectInOrder(outcome, 1);
});
