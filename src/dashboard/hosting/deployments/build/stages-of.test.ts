import { expect, test } from "vitest";
import { stagesOf } from "./stages-of.ts";

const build = { trigger: "push", builds: true, live: false, startedAt: 1 } as const;
const upload = { trigger: "upload", builds: false, live: false, startedAt: 1 } as const;

test.each([
  ["a queued build", { ...build, state: "queued" }, "Queued active, Building ahead, Publishing ahead, Live ahead"],
  ["a running build", { ...build, state: "running" }, "Queued passed, Building active, Publishing ahead, Live ahead"],
  [
    "a build being published",
    { ...build, state: "syncing" },
    "Queued passed, Building passed, Publishing active, Live ahead",
  ],
  ["a failed build", { ...build, state: "failure" }, "Queued passed, Building failed, Publishing ahead, Live ahead"],
  [
    "a live deployment",
    { ...build, state: "success", live: true },
    "Queued passed, Building passed, Publishing passed, Live passed",
  ],
] as const)("%s shows its stage", (_of, deployment, expected) => {
  expect(shown(deployment)).toBe(expected);
});

test("an upload has no building stage", () => {
  expect(shown({ ...upload, state: "pending" })).toBe("Queued passed, Publishing active, Live ahead");
  expect(shown({ ...upload, state: "success", live: true })).toBe("Queued passed, Publishing passed, Live passed");
  expect(shown({ ...upload, state: "failure" })).toBe("Queued passed, Publishing failed, Live ahead");
});

test("content from a hash has a fetching stage", () => {
  const hash = { ...upload, trigger: "hash" } as const;
  expect(shown({ ...hash, state: "pending" })).toBe("Queued passed, Fetching active, Publishing ahead, Live ahead");
  expect(shown({ ...hash, state: "syncing" })).toBe("Queued passed, Fetching passed, Publishing active, Live ahead");
});

test("a deployment that is not served ends as ready, not live", () => {
  expect(shown({ ...upload, state: "success" })).toBe("Queued passed, Publishing passed, Ready passed");
});

test("the stage of a cancelled deployment is cancelled, not failed", () => {
  expect(shown({ ...build, state: "cancelled", startedAt: undefined })).toMatch(/^Queued cancelled, Building ahead/);
  expect(shown({ ...build, state: "cancelled" })).toMatch(/^Queued passed, Building cancelled/);
});

const shown = (deployment: Parameters<typeof stagesOf>[0]): string =>
  stagesOf(deployment)
    .map(({ label, is }) => `${label} ${is}`)
    .join(", ");
