/** The notices of this page: loaded from the server, stored in local storage, shown by dialogs. */
import * as z from "zod/mini";
import { broadcast, notice, readNotice, readNotices, type Notice } from "../../../../../resources/account/notices.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { send } from "../../../api/client.ts";
import { onRealtime } from "../../../api/realtime.ts";
import { loadTeams } from "../../../api/session/load.ts";
import { isChunkLoadError, loadChunk } from "../../../lib/async/load-chunk.ts";
import { readStored } from "../../../lib/stored.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { barOf, invitationsOf, unreadOf, type Place } from "./machine.ts";
import { createNotices } from "./notices.ts";
import { noticeBarKey, unreadStore } from "./unread.ts";

/** An open dialog or menu, or a focused text field. */
const busy = "dialog[open], [popover=auto]:popover-open, :is(input, textarea, select):focus";
const requestedKey = "askedInvitations";

const wasPrompted = (id: string): boolean => (sessionStorage.getItem(requestedKey) ?? "").includes(id);
const recordPrompted = (id: string): void =>
  sessionStorage.setItem(requestedKey, `${sessionStorage.getItem(requestedKey) ?? ""} ${id}`);

const storageKey = "notices";

export const notices = createNotices({
  // Shows stored notices immediately; the socket tells when to reload.
  fetch: () => send(broadcast, { silent: true, retries: 0 }),
  // Kept for when the server is unreachable, and cleared with the session.
  storeNotices: (shown: readonly Notice[]) => localStorage.setItem(storageKey, JSON.stringify(shown)),
  storedNotices: () => z.array(notice).safeParse(readStored(storageKey)).data ?? [],
  tellRead: (ids) =>
    ids.length === 1
      ? send(readNotice, { params: { id: ids[0]! }, silent: true })
      : send(readNotices, { body: { ids: [...ids] }, silent: true }),
  alert: async (shown) => (await loadChunk(() => import("./alerts.tsx"))).showAlert(shown),
  reloadTeams: loadTeams,
  isBusy: () => document.querySelector(busy) !== null,
  promptOnce: async (notice) => {
    if (wasPrompted(notice.id)) return;
    // A page reloaded during the question asks again.
    await ask(notice);
    recordPrompted(notice.id);
  },
});

/** Asks the user about an invitation, and reloads notices afterwards. */
export const answerInvitation = (notice: Notice): Promise<void> =>
  ask(notice).catch((error: unknown) => {
    if (!isChunkLoadError(error)) throw error;
    toast(messages.networkError, "error");
  });

const ask = async (notice: Notice): Promise<void> => {
  const { askInvitation } = await loadChunk(() => import("./ask-invitation.tsx"));
  const isWaiting = () => invitationsOf(notices.get()).some(({ id }) => id === notice.id);
  if (await askInvitation(notice, { subscribe: notices.subscribe, get: isWaiting })) {
    notices.read([notice.id]);
    await notices.load();
  }
};

notices.subscribe(() => {
  const state = notices.get();
  const inBar = barOf(state).length > 0;
  unreadStore.set({ unread: unreadOf(state).length, inBar });
  if (!state.notices) return;
  if (inBar) localStorage.setItem(noticeBarKey, "1");
  else localStorage.removeItem(noticeBarKey);
});

/** Shows pending notices, and follows new ones when signed in. Returns a function that stops. */
export const followNotices = (place: Place): (() => void) => {
  void notices.start(place);
  if (place === "bare") return () => undefined;
  const reload = () => void notices.load();
  const stops = [onRealtime("broadcast", reload), onRealtime("connected", reload)];
  return () => stops.forEach((stop) => stop());
};
