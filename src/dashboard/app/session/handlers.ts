/** What the product does when a call's refusal concerns the whole session (spec §4 and §8). */
import { authData } from "../../../../resources/account/session.ts";
import { messages } from "../../../../resources/messages.ts";
import { landing, login } from "../../../../resources/pages.ts";
import type { ApiError } from "../../api/errors.ts";
import { handlers } from "../../api/handlers.ts";
import { allowsNoLogin } from "../../api/session/no-login.ts";
import { rememberReturnPath } from "../../api/session/return-path.ts";
import { session } from "../../api/session/session.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { wipeCache } from "../cache/cache-store.ts";
import { declared, exists } from "../registry.ts";
import { leaveFor } from "./go.ts";

/** Once per page: whatever else fails after this belongs to the same end. */
let leaving = false;

const leaveOnce = (work: () => Promise<void>): void => {
  if (leaving) return;
  leaving = true;
  void work();
};

export const installHandlers = (): void => {
  handlers.unauthorized = () => leaveOnce(endSession);
  handlers.forbidden = (error) =>
    leaveOnce(async () => {
      await wipeCache();
      await dialogs.alert({ text: error.message });
      leaveFor(landing.path);
    });
  handlers.conflict = (error) => leaveOnce(() => settleConflict(error));
  handlers.insufficient = () => void offerDeposit();
  handlers.networkFailed = () =>
    leaveOnce(async () => {
      const retry = await dialogs.confirm({ title: "Network Error", text: messages.networkError, ok: "Retry" });
      if (retry) location.reload();
      else leaving = false;
    });
};

/**
 * A member loses the team and goes to the root; anyone else signs in again and comes back to where they were, or stays where no
 * login is needed.
 */
const endSession = async (): Promise<void> => {
  await wipeCache();
  if (session.get().team?.type === "COLLABORATION") {
    session.forgetTeam();
    return leaveFor(landing.path);
  }
  const here = location.pathname + location.search;
  if (allowsNoLogin(location, session.get().user)) {
    session.clear();
    return leaveFor(here);
  }
  rememberReturnPath(here);
  session.clear();
  leaveFor(login.path);
};

/** A conflict whose data is new auth data has bound an account; any other asks for a reload. */
const settleConflict = async (error: ApiError): Promise<void> => {
  const bound = typeof error.data === "string" ? authData.safeParse(parseJson(error.data)) : undefined;
  if (bound?.success) {
    session.setAuth(bound.data);
    toast("Successfully bound your account.");
  } else {
    await dialogs.alert({ text: error.message });
  }
  location.reload();
};

const offerDeposit = async (): Promise<void> => {
  const deposit = declared.pages.find(({ name }) => name === "deposit");
  if (!deposit || !exists("deposit/page")) return dialogs.alert({ text: messages.insufficientResources });
  if (await dialogs.confirm({ text: messages.insufficientResources, ok: "Deposit" })) leaveFor(deposit.path);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
