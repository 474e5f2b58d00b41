/** The offer to link a GitHub account that was detected before a wallet signed in. */
import { bind, flc, flcDone } from "../../../../resources/account/bind.ts";
import { sharedErrors } from "../../../../resources/shared-errors.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { loadSession } from "../../api/session/load.ts";
import { session } from "../../api/session/session.ts";
import { browserSecret } from "./browser-secret.ts";
import { detectedCode, forgetDetected } from "./detected.ts";

export interface Offer {
  readonly code: string;
  /** GitHub username. */
  readonly name: string;
}

export type BindOutcome =
  | { readonly kind: "bound" }
  /** The browser is about to leave the page. */
  | { readonly kind: "leaving" }
  | { readonly kind: "mismatch" | "failed"; readonly message: string };

/** Returns undefined when there is nothing to link; the server is not called again. */
export const loadOffer = async (): Promise<Offer | undefined> => {
  const code = detectedCode();
  if (code === null) return undefined;
  try {
    const { res, github } = await send(flc, { query: { code, browser: browserSecret() }, silent: true });
    if (res && github) return { code, name: github.name };
  } catch (error) {
    // Offers it again later, unless the server says that it belongs to another browser.
    if (!isMismatch(error)) return undefined;
  }
  forgetDetected();
  return undefined;
};

/** Links it to the signed-in user's wallet; redirects to GitHub again if too much time has passed. */
export const bindDetected = async ({ code }: Offer): Promise<BindOutcome> => {
  const apply = session.get().user?.wallet?.address ?? "";
  try {
    const body = { type: "GITHUB" as const, apply, browser: browserSecret(), code };
    const { applyR } = await send(bind, { body, silent: false });
    forgetDetected();
    if (applyR !== "") {
      location.assign(applyR);
      return { kind: "leaving" };
    }
    await loadSession();
    return { kind: "bound" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isMismatch(error)) return { kind: "mismatch", message };
    if (!(error instanceof ApiError)) return { kind: "failed", message };
    forgetDetected();
    // It contained a session of another user; the session's handler takes over.
    return typeof error.data === "string" ? { kind: "leaving" } : { kind: "failed", message };
  }
};

/** Dismisses the offer permanently. */
export const dismissDetected = async ({ code }: Offer): Promise<void> => {
  forgetDetected();
  await send(flcDone, { query: { code, browser: browserSecret() }, silent: true }).catch(() => undefined);
};

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && error.code === sharedErrors.CODE_HOST_MISMATCH.wire;
