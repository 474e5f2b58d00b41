/** Exchanges GitHub's code for a session, or for a link to the user's wallet. */
import { vcode } from "../../../../../resources/account/bind.ts";
import { session as sessionCall } from "../../../../../resources/account/session.ts";
import { sharedErrors } from "../../../../../resources/declare/shared-errors.ts";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { sessionKeys } from "../../../api/session/keys.ts";
import { loadSession } from "../../../api/session/load.ts";
import { session } from "../../../api/session/session.ts";
import { browserSecret } from "./browser-secret.ts";
import { forgetDetected, rememberDetected } from "./detected.ts";

export type Finish =
  | { readonly kind: "signed-in" }
  | { readonly kind: "bound"; readonly name: string }
  /** The account is not linked: it is stored and offered after a wallet signs in. */
  | { readonly kind: "not-bound"; readonly message: string }
  /** Handled elsewhere: the error carried a new session. */
  | { readonly kind: "handled" }
  | { readonly kind: "failed"; readonly message: string };

export const finish = async (code: string, state: string): Promise<Finish> => {
  try {
    const inviteCode = localStorage.getItem(sessionKeys.inviteCode);
    const query = { state, browser: browserSecret(), ...(inviteCode !== null && { inviteCode }) };
    // Errors with new auth data are handled by the session.
    const { stoken, github } = await send(vcode, { params: { code }, query, silent: false });
    if (stoken === null) {
      await loadSession();
      return { kind: "bound", name: github?.name ?? "" };
    }
    session.setAuth(await send(sessionCall, { params: { stoken } }));
    await loadSession();
    forgetDetected();
    return { kind: "signed-in" };
  } catch (error) {
    return afterRefusal(error, code);
  }
};

const afterRefusal = (error: unknown, code: string): Finish => {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return { kind: "failed", message };
  if (typeof error.data === "string") return { kind: "handled" };
  if (error.code !== sharedErrors.CODE_HOST_NOT_BOUND.wire) return { kind: "failed", message };
  rememberDetected(code);
  return { kind: "not-bound", message };
};
