// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedTeam } from "../../../../tests/support/account/stored-team.ts";
import { patience } from "../../../../tests/support/patience.ts";

const left = vi.hoisted(() => vi.fn());
const dropped = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock("./go.ts", () => ({ leaveWithoutPrompt: left }));
vi.mock("../cache/cache-store.ts", () => ({ dropCache: dropped }));

const own = storedTeam("own", "INDIVIDUAL");
const joined = storedTeam("joined", "COLLABORATION");

/** Opens a new page of a user who works in a joined team. */
const openPage = async () => {
  vi.resetModules();
  const { session } = await import("../../api/session/session.ts");
  const { watchTeam } = await import("./team-lost.ts");
  session.setAuth({ accessToken: "a", refreshToken: "r", accessTokenExpireAt: Date.now() + 7_200_000 });
  session.setTeams([own, joined]);
  session.chooseTeam("joined");
  return { session, stop: watchTeam() };
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  left.mockClear();
  dropped.mockClear();
});

test("a page whose team is missing from a reloaded list leaves for the root, and the team's cache is deleted", async () => {
  const { session } = await openPage();
  session.setTeams([own]);
  await vi.waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith("/"), patience);
  expect(dropped).toHaveBeenCalledExactlyOnceWith("joined");
  expect(localStorage.getItem("teamId")).toBe("own");
  session.setTeams([own, storedTeam("third", "COLLABORATION")]);
  expect(dropped).toHaveBeenCalledTimes(1);
});

test("a list that still contains the team, changed or not, keeps the page", async () => {
  const { session } = await openPage();
  session.setTeams([own, { ...joined, access: ["HOSTING"], status: "DISABLED" }]);
  expect(dropped).not.toHaveBeenCalled();
});

test("the end of a session is handled elsewhere", async () => {
  const { session } = await openPage();
  session.clear();
  expect(dropped).not.toHaveBeenCalled();
});
