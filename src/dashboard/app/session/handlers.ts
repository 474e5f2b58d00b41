/** Handles refusals that concern the whole session, and requests without a response (spec §4 and §8). */
import { matchPath } from "react-router";
import { authData } from "../../../../resources/account/session.ts";
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { alertsPath, deposit, landing, login } from "../../../../resources/pages.ts";
import type { ApiError } from "../../api/errors.ts";
import { handlers } from "../../api/handlers.ts";
import { interruptions } from "../../api/interruptions.ts";
import { storeEndReason } from "../../api/session/end-reason.ts";
import { loadTeams } from "../../api/session/load.ts";
import { allowsNoLogin } from "../../api/session/no-login.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { holdToast, toast, toastShownMs } from "../../ui/toast/toast.ts";
import { wipeCache } from "../cache/cache-store.ts";
import { pagePlans } from "../registry.ts";
import { leaveFor, leaveWithoutPrompt, reloadWithoutPrompt } from "./go.ts";

/** True once the page is being left: further errors have the same cause. */
let leaving = false;

const leaveOnce = (work: () => Promise<void>): void => {
  if (leaving || isLeaving()) return;
  leaving = true;
  void work();
};

export const installHandlers = (): void => {
  handlers.unauthorized = (error) => leaveOnce(() => endSession(error));
  handlers.forbidden = (error) => void settleForbidden(error);
  handlers.conflict = (error) => leaveOnce(() => settleConflict(error));
  handlers.notActivated = () => void import("./welcome.ts").then(({ activate }) => activate());
  handlers.insufficient = (error) => void (offering ??= promptDeposit(error).finally(() => (offering = undefined)));
  handlers.networkFailed = async (changes) => {
    if (leaving) return false;
    isMutating ||= changes;
    openPrompt ??= askToRetry();
    return (await openPrompt) && changes;
  };
  handlers.signOut = async () => (await import("./disconnect.ts")).endAndForget();
  interruptions.subscribe(showInterruption);
};

/** Keeps the screen of a disabled team, which shows the reason itself; otherwise shows an alert and leaves. */
const settleForbidden = async (error: ApiError): Promise<void> => {
  if (error.code === ("TEAM_DISABLED" satisfies ErrorCode) && (await isDisabled())) return;
  leaveOnce(async () => {
    await wipeCache();
    await dialogs.alert({ text: error.message });
    leaveWithoutPrompt(landing.path);
  });
};

/** Returns whether the team is disabled. The refusal may arrive before the event about the team. */
const isDisabled = async (): Promise<boolean> => {
  if (session.get().team?.status !== "DISABLED") await loadTeams({ silent: true }).catch(() => undefined);
  await wipeCache();
  return session.get().team?.status === "DISABLED";
};

/**
 * A member loses the team and goes to the root; any other user signs in again and returns to the same screen, or stays
 * where no login is needed.
 */
const endSession = async ({ code, message }: ApiError): Promise<void> => {
  if (codesWithReason.has(code)) storeEndReason(message);
  await wipeCache();
  if (session.get().team?.type === "COLLABORATION") {
    session.forgetTeam();
    return leaveWithoutPrompt(landing.path);
  }
  const currentPath = location.pathname + location.search;
  const isPublic = isOpenToAnyone(location.pathname) || allowsNoLogin(location, session.get().user);
  if (!isPublic) rememberReturnPath(currentPath);
  session.clear();
  leaveWithoutPrompt(isPublic ? currentPath : login.path);
};

/** Codes of refusals with a reason beyond a missing sign-in. */
const codesWithReason: ReadonlySet<string | number> = new Set<ErrorCode>([
  "SESSION_ENDED",
  "ACCOUNT_DELETED",
  "REFRESH_REUSED",
]);

const isOpenToAnyone = (pathname: string): boolean =>
  pagePlans.some(({ bare, path }) => bare && matchPath(path, pathname) !== null);

/** A conflict whose data is new auth data has bound an account; any other prompts for a reload. */
const settleConflict = async (error: ApiError): Promise<void> => {
  const bound = typeof error.data === "string" ? authData.safeParse(parseJson(error.data)) : undefined;
  if (bound?.success) {
    // It may be another user's auth data, so the previous user's cache is dropped.
    await wipeCache();
    session.setAuth(bound.data);
    session.setTeams([]);
    toast(messages.accountBound);
    await new Promise((resolve) => setTimeout(resolve, toastShownMs()));
  } else {
    await dialogs.alert({ text: error.message });
  }
  reloadWithoutPrompt();
};

let offering: Promise<void> | undefined;

/**
 * Prompts for a deposit or a higher cap; more LAND does not help against a team's own cap. The form's input stays
 * unless the user leaves.
 */
const promptDeposit = async ({ code, message }: ApiError): Promise<void> => {
  if (code === ("SPEND_CAP_REACHED" satisfies ErrorCode)) {
    if (await dialogs.confirm({ text: message, ok: "Open billing" })) leaveFor(alertsPath);
  } else if (await dialogs.confirm({ text: messages.insufficientResources, ok: "Deposit" })) leaveFor(deposit.path);
};

/** One prompt for all requests that failed together; `true` if one of them is mutating. */
let openPrompt: Promise<boolean> | undefined;
let isMutating = false;

/** Prompts for a retry. Sends a mutating call again, because its form is still open; otherwise reloads the page. */
const askToRetry = async (): Promise<boolean> => {
  const retry = await dialogs.confirm({ title: "Network error", text: messages.networkError, ok: "Retry" });
  if (retry && !isMutating) reloadWithoutPrompt();
  openPrompt = undefined;
  isMutating = false;
  return retry;
};

let hideInterruption: (() => void) | undefined;

const showInterruption = (): void => {
  if (interruptions.get() > 0) {
    hideInterruption ??= holdToast(navigator.onLine ? messages.cloudUnreachable : messages.offline);
  } else {
    hideInterruption?.();
    hideInterruption = undefined;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
