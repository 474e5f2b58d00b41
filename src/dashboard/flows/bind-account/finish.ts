/** What GitHub sent back, traded for a session or for a link to the wallet of who is signed in. */
import { vcode } from "../../../../resources/account/bind.ts";
import { session as sessionCall } from "../../../../resources/account/session.ts";
import { sharedErrors } from "../../../../resources/shared-errors.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { sessionKeys } from "../../api/session/keys.ts";
import { loadSession } from "../../api/session/load.ts";
import { session } from "../../api/session/session.ts";
import { browserSecret } from "./browser-secret.ts";
import { forgetDetected, rememberDetected } from "./detected.ts";

export type Finish =
  | { readonly kind: "signed-in" }
  | { readonly kind: "bound"; readonly name: string }
  /** The account is linked to nobody: it is remembered, to be bound after a wallet has signed in. */
  | { readonly kind: "not-bound"; readonly message: string }
  /** Somebody else takes it from here: a new session came with the refusal. */
  | { readonly kind: "handled" }
  | { readonly kind: "failed"; readonly message: string };

export const finish = async (code: string, state: string): Promise<Finish> => {
  try {
    const inviteCode = localStorage.getItem(sessionKeys.inviteCode);
    const query = { state, browser: browserSecret(), ...(inviteCode !== null && { inviteCode }) };
    // A refusal that carries new auth data is for the session's handler.
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
