/** What a person is told, as states and events: what waits to be read, what stands in the bar, what is shown as an alert. */
import type { Notice } from "../../../../resources/account/notices.ts";

export interface NoticesState {
  /** Newest first; undefined until the cloud, or an earlier visit, has told them. */
  readonly notices: readonly Notice[] | undefined;
  /** The cloud could not be asked: these are what an earlier visit heard. */
  readonly fromEarlier: boolean;
  /** Read on this page: they stay read although the cloud may not have heard of it. */
  readonly readHere: ReadonlySet<string>;
}

export type NoticesEvent =
  | { readonly type: "told"; readonly notices: readonly Notice[] }
  | { readonly type: "failed"; readonly kept: readonly Notice[] }
  | { readonly type: "read"; readonly ids: readonly string[] };

/** Where the person is: inside, or on a page for anyone. */
export type Place = "shell" | "bare";

export const nothingYet: NoticesState = { notices: undefined, fromEarlier: false, readHere: new Set() };

/** The next state; the same one when the event changes nothing. */
export const nextNotices = (state: NoticesState, event: NoticesEvent): NoticesState => {
  switch (event.type) {
    case "told":
      return { ...state, notices: event.notices, fromEarlier: false };
    case "failed":
      return state.notices ? state : { ...state, notices: event.kept, fromEarlier: true };
    case "read":
      return { ...state, readHere: new Set([...state.readHere, ...event.ids]) };
  }
};

/** Not read yet. An invitation that was answered elsewhere has nothing left to say. */
export const isUnread = ({ readHere }: NoticesState, { id, read, type, invitationId }: Notice): boolean =>
  !read && !readHere.has(id) && (type !== "COOPERATION_INVITATION" || invitationId !== null);

export const unreadOf = (state: NoticesState): Notice[] =>
  (state.notices ?? []).filter((notice) => isUnread(state, notice));

/** What rotates in the notice bar until it is closed. */
export const barOf = (state: NoticesState): Notice[] =>
  unreadOf(state).filter(({ type }) => type === "NORMAL" || type === "COOPERATION_INVITATION");

/** What is said in a dialog, once, the oldest first. Who is thrown out of a team learns why wherever that leads. */
export const alertsOf = (state: NoticesState, place: Place): Notice[] =>
  unreadOf(state)
    .filter(({ type }) => type === "REMOVED_BY_TEAM_MANAGER" || (place === "shell" && alertsInside.includes(type)))
    .toReversed();

/** Invitations that wait for an answer. */
export const invitationsOf = (state: NoticesState): Notice[] =>
  unreadOf(state).filter(({ type }) => type === "COOPERATION_INVITATION");

const alertsInside: readonly Notice["type"][] = ["POPUP", "SWITCH_TO_MEMBER"];
