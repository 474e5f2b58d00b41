/** Loads notices, falls back to stored ones, and shows alerts one after the other. */
import type { Notice } from "../../../../../resources/account/notices.ts";
import { createStore, type Store } from "../../../lib/store.ts";
import {
  alertsOf,
  invitationsOf,
  nextNotices,
  initialNotices,
  type NoticesEvent,
  type NoticesState,
  type Place,
} from "./machine.ts";

export interface NoticesEffects {
  fetch(): Promise<readonly Notice[]>;
  storeNotices(notices: readonly Notice[]): void;
  /** Stored notices of an earlier visit. */
  storedNotices(): readonly Notice[];
  tellRead(ids: readonly string[]): Promise<unknown>;
  /** Resolves once the user has seen it. */
  alert(notice: Notice): Promise<unknown>;
  reloadTeams(): Promise<unknown>;
  /** Whether the user must not be interrupted: typing, or answering another dialog. */
  isBusy(): boolean;
  /** Asks about an invitation once a visit. Resolves when it was answered or postponed. */
  promptOnce(notice: Notice): Promise<unknown>;
}

export interface Notices extends Pick<Store<NoticesState>, "get" | "subscribe"> {
  /** Reloads from the server; combines simultaneous requests. */
  load(): Promise<void>;
  /** Loads, and shows notices for this page. */
  start(place: Place): Promise<void>;
  /** Resolves once they are loaded, or those of an earlier visit stand in for them; loads nothing itself. */
  known(): Promise<void>;
  /** Marks them as read, here and on the server. */
  read(ids: readonly string[]): void;
}

export const createNotices = (effects: NoticesEffects): Notices => {
  const store = createStore<NoticesState>(initialNotices);
  let place: Place = "bare";
  let loading: Promise<void> | undefined;
  let isReloadRequested = false;
  let isAlerting = false;
  let isAsking = false;

  const send = (event: NoticesEvent): void => store.set(nextNotices(store.get(), event));

  const fetchNotices = async (): Promise<void> => {
    try {
      const notices = await effects.fetch();
      send({ type: "loaded", notices });
      effects.storeNotices(notices);
    } catch {
      send({ type: "failed", stored: effects.storedNotices() });
    }
  };
  const load = (): Promise<void> => {
    isReloadRequested = loading !== undefined;
    loading ??= fetchUntilCurrent().finally(() => (loading = undefined));
    return loading;
  };
  /** Changes during a request are missing from its reply. */
  const fetchUntilCurrent = async (): Promise<void> => {
    do {
      isReloadRequested = false;
      await fetchNotices();
    } while (isReloadRequested);
    void showAlerts()
      .then(promptInvited)
      .catch(() => undefined);
  };

  const read = (ids: readonly string[]): void => {
    send({ type: "read", ids });
    void effects.tellRead(ids).catch(() => undefined);
  };

  /** A notice counts as read once seen. If the user leaves earlier, or it can't be shown, the next page shows it. */
  const showAlerts = async (): Promise<void> => {
    if (isAlerting) return;
    isAlerting = true;
    try {
      for (let next = alertsOf(store.get(), place)[0]; next; next = alertsOf(store.get(), place)[0]) {
        await effects.alert(next);
        read([next.id]);
        if (next.type === "SWITCH_TO_MEMBER") await effects.reloadTeams().catch(() => undefined);
      }
    } finally {
      isAlerting = false;
    }
  };

  /** Busy users find the invitation in the bar. */
  const promptInvited = async (): Promise<void> => {
    if (place === "bare" || store.get().isStored || isAsking || effects.isBusy()) return;
    isAsking = true;
    for (const invited of invitationsOf(store.get())) await effects.promptOnce(invited).catch(() => undefined);
    isAsking = false;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    known: () =>
      new Promise((resolve) => {
        if (store.get().notices) return resolve();
        const stop = store.subscribe(() => {
          if (!store.get().notices) return;
          stop();
          resolve();
        });
      }),
    read,
    start: (at) => {
      place = at;
      return loading ?? load();
    },
  };
};
