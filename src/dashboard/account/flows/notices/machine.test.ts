import { expect, test } from "vitest";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { noticeOf as notice } from "../../../../../tests/support/account/notice.ts";
import { alertsOf, barOf, invitationsOf, nextNotices, initialNotices, ofItsKind, unreadOf } from "./machine.ts";

const loaded = (...notices: Notice[]) => nextNotices(initialNotices, { type: "loaded", notices });
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
  const state = loaded(notice("newer"), popup, invitation, notice("seen", { read: true }), notice("older"));
  expect(idsOf(barOf(state))).toEqual(["newer", "invitation", "older"]);
  expect(idsOf(barOf(nextNotices(state, { type: "read", ids: ["newer"] })))).toEqual(["invitation", "older"]);
});

test("Notice bar: of several notices of a team about one matter the newest, and closing it closes them all", () => {
  const about = (id: string, teamId: string, url: string) => notice(id, { teamId, url });
  const budget = ["all of it", "half of it"].map((id) => about(id, "meadow", "/billing"));
  const others = [about("no builds left", "meadow", "/overview"), about("half of theirs", "orchard", "/billing")];
  const news = ["news", "more news"].map((id) => notice(id, { url: "" }));
  const state = loaded(...budget, ...others, ...news);
  expect(idsOf(barOf(state))).toEqual(["all of it", "no builds left", "half of theirs", "news", "more news"]);
  expect(idsOf(ofItsKind(state, budget[0]!))).toEqual(["all of it", "half of it"]);
  expect(idsOf(ofItsKind(state, news[0]!))).toEqual(["news"]);
});

test("a notice closed here stays closed when the server, unaware of it, sends it again", () => {
  const closed = nextNotices(loaded(notice("a"), notice("b")), { type: "read", ids: ["a"] });
  const again = nextNotices(closed, { type: "loaded", notices: [notice("a"), notice("b")] });
  expect(idsOf(unreadOf(again))).toEqual(["b"]);
});

test("alerts are shown oldest first; removed members see the reason on any page", () => {
  const state = loaded(popup, removed, granted, notice("plain"));
  expect(idsOf(alertsOf(state, "shell"))).toEqual(["granted", "removed", "popup"]);
  expect(idsOf(alertsOf(state, "bare"))).toEqual(["removed"]);
});

test("an invitation answered elsewhere asks for nothing and is not unread", () => {
  const state = loaded({ ...invitation, invitationId: null, offer: null });
  expect([unreadOf(state), invitationsOf(state), barOf(state)]).toEqual([[], [], []]);
  expect(invitationsOf(loaded(invitation))).toEqual([invitation]);
});

test("A failed notice fetch falls back to locally stored notices, unless this page knows newer ones", () => {
  const offline = nextNotices(initialNotices, { type: "failed", stored: [notice("kept")] });
  expect([idsOf(offline.notices!), offline.isStored]).toEqual([["kept"], true]);
  const online = nextNotices(offline, { type: "loaded", notices: [notice("new")] });
  expect([idsOf(online.notices!), online.isStored]).toEqual([["new"], false]);
  expect(nextNotices(online, { type: "failed", stored: [notice("kept")] })).toBe(online);
});
