import { expect, test } from "vitest";
import type { Notice } from "../../../../resources/account/notices.ts";
import { noticeOf as notice } from "../../../../tests/support/notice.ts";
import { alertsOf, barOf, invitationsOf, nextNotices, nothingYet, unreadOf } from "./machine.ts";

const told = (...notices: Notice[]) => nextNotices(nothingYet, { type: "told", notices });
const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id);

const invitation = notice("invitation", {
  type: "COOPERATION_INVITATION",
  invitationId: "i",
  offer: { teamName: "Team", access: [], levels: {} },
});
const popup = notice("popup", { type: "POPUP" });
const removed = notice("removed", { type: "REMOVED_BY_TEAM_MANAGER" });
const granted = notice("granted", { type: "SWITCH_TO_MEMBER" });

test("Notice bar: rotating broadcast messages and invitations, until they are closed", () => {
  const state = told(notice("newer"), popup, invitation, notice("seen", { read: true }), notice("older"));
  expect(idsOf(barOf(state))).toEqual(["newer", "invitation", "older"]);
  expect(idsOf(barOf(nextNotices(state, { type: "read", ids: ["newer"] })))).toEqual(["invitation", "older"]);
});

test("a notice closed here stays closed when the server, unaware of it, sends it again", () => {
  const closed = nextNotices(told(notice("a"), notice("b")), { type: "read", ids: ["a"] });
  const again = nextNotices(closed, { type: "told", notices: [notice("a"), notice("b")] });
  expect(idsOf(unreadOf(again))).toEqual(["b"]);
});

test("alerts are shown oldest first; removed members see the reason on any page", () => {
  const state = told(popup, removed, granted, notice("plain"));
  expect(idsOf(alertsOf(state, "shell"))).toEqual(["granted", "removed", "popup"]);
  expect(idsOf(alertsOf(state, "bare"))).toEqual(["removed"]);
});

test("an invitation answered elsewhere asks for nothing and is not unread", () => {
  const state = told({ ...invitation, invitationId: null, offer: null });
  expect([unreadOf(state), invitationsOf(state), barOf(state)]).toEqual([[], [], []]);
  expect(invitationsOf(told(invitation))).toEqual([invitation]);
});

test("A failed notice fetch falls back to locally stored notices, unless this page knows newer ones", () => {
  const offline = nextNotices(nothingYet, { type: "failed", kept: [notice("kept")] });
  expect([idsOf(offline.notices!), offline.fromEarlier]).toEqual([["kept"], true]);
  const online = nextNotices(offline, { type: "told", notices: [notice("new")] });
  expect([idsOf(online.notices!), online.fromEarlier]).toEqual([["new"], false]);
  expect(nextNotices(online, { type: "failed", kept: [notice("kept")] })).toBe(online);
});
