// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { storedTeam } from "../../../../tests/support/account/stored-team.ts";

const left = vi.hoisted(() => vi.fn());
vi.mock("./go.ts", () => ({ leaveFor: left }));

/** Opens a new page of a user who works in the owner account. */
const openPage = async () => {
  vi.resetModules();
  const { session } = await import("../../api/session/session.ts");
  const { switchTeam, switchToOwner } = await import("./switch-team.ts");
  session.setTeams([storedTeam("own", "INDIVIDUAL"), storedTeam("joined", "COLLABORATION")]);
  return { session, switchTeam, switchToOwner };
};

const stored = () => localStorage.getItem("teamId");

beforeEach(() => {
  localStorage.clear();
  left.mockClear();
});

test("picking a team stores it as the page is left for /overview; the page itself never acts for it", async () => {
  const { session, switchTeam } = await openPage();
  switchTeam("joined");
  expect(left).toHaveBeenCalledExactlyOnceWith("/overview");
  expect([stored(), session.get().team?.teamId]).toEqual(["own", "own"]);
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toBe("joined");
});

test("picking the stored team changes nothing", async () => {
  const { switchTeam } = await openPage();
  switchTeam("own");
  expect(left).not.toHaveBeenCalled();
});

test("on confirmation the selected team is reset, and the entry opened in the owner account", async () => {
  const { session, switchToOwner } = await openPage();
  session.chooseTeam("joined");
  switchToOwner("/referral");
  dispatchEvent(new Event("pagehide"));
  expect(left).toHaveBeenCalledExactlyOnceWith("/referral");
  expect([stored(), session.get().team?.teamId]).toEqual([null, "own"]);
});

test("a user who stays to save a draft stays in the team", async () => {
  const { switchTeam } = await openPage();
  addEventListener("beforeunload", (event) => event.preventDefault(), { once: true });
  switchTeam("joined");
  dispatchEvent(new Event("beforeunload", { cancelable: true }));
  dispatchEvent(new Event("pointerdown"));
  dispatchEvent(new Event("pagehide"));
  expect(stored()).toBe("own");
});
