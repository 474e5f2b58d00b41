/** Notices as states and events: unread, shown in the bar, shown as an alert. */
import type { Notice } from "../../../../../resources/account/notices.ts";

export interface NoticesState {
  /** Newest first; undefined until loaded from the server or storage. */
  readonly notices: readonly Notice[] | undefined;
  /** The server was unreachable: these are stored notices. */
  readonly isStored: boolean;
  /** Read on this page: stays read even if the server was not told. */
  readonly readHere: ReadonlySet<string>;
}

export type NoticesEvent =
  | { readonly type: "loaded"; readonly notices: readonly Notice[] }
  | { readonly type: "failed"; readonly stored: readonly Notice[] }
  | { readonly type: "read"; readonly ids: readonly string[] };

/** Where the user is: inside, or on a public page. */
export type Place = "shell" | "bare";

export const initialNotices: NoticesState = { notices: undefined, isStored: false, readHere: new Set() };

/** Returns the next state, or the same state if the event changes nothing. */
export const nextNotices = (state: NoticesState, event: NoticesEvent): NoticesState => {
  switch (event.type) {
    case "loaded":
      return { ...state, notices: event.notices, isStored: false };
    case "failed":
      return state.notices ? state : { ...state, notices: event.stored, isStored: true };
    case "read":
      return { ...state, readHere: new Set([...state.readHere, ...event.ids]) };
  }
};

/** Returns whether a notice is unread. Invitations answered elsewhere are excluded. */
export const isUnread = ({ readHere }: NoticesState, { id, read, type, invitationId }: Notice): boolean =>
  !read && !readHere.has(id) && (type !== "COOPERATION_INVITATION" || invitationId !== null);

export const unreadOf = (state: NoticesState): Notice[] =>
  (state.notices ?? []).filter((notice) => isUnread(state, notice));

/** Returns the notices that rotate in the notice bar until closed: the newest of each kind. */
export const barOf = (state: NoticesState): Notice[] => {
  const inBar = unreadOf(state).filter(({ type }) => type === "NORMAL" || type === "COOPERATION_INVITATION");
  return inBar.filter((notice, at) => inBar.findIndex((other) => kindOf(other) === kindOf(notice)) === at);
};

/** Returns a notice of the bar and the older ones of its kind: closing it closes them. */
export const ofItsKind = (state: NoticesState, notice: Notice): Notice[] =>
  unreadOf(state).filter((other) => kindOf(other) === kindOf(notice));

/** Notices of a team with the same link are one kind, such as those about its budget; every other notice is a kind by itself. */
const kindOf = ({ id, type, teamId, url }: Notice): string =>
  type === "NORMAL" && teamId !== null && url !== "" ? `${teamId} ${url}` : id;

/** Returns the notices to show once in a dialog, oldest first. Removed members see the reason on any page. */
export const alertsOf = (state: NoticesState, place: Place): Notice[] =>
  unreadOf(state)
    .filter(({ type }) => type === "REMOVED_BY_TEAM_MANAGER" || (place === "shell" && alertsInside.includes(type)))
    .toReversed();

/** Returns the open invitations. */
export const invitationsOf = (state: NoticesState): Notice[] =>
  unreadOf(state).filter(({ type }) => type === "COOPERATION_INVITATION");

const alertsInside: readonly Notice["type"][] = ["POPUP", "SWITCH_TO_MEMBER"];
