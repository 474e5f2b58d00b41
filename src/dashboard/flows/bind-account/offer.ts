/** The offer to bind the account of GitHub with which somebody came to this browser before a wallet signed in. */
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
  /** Login at GitHub. */
  readonly name: string;
}

export type BindOutcome =
  | { readonly kind: "bound" }
  /** The page is about to be left. */
  | { readonly kind: "leaving" }
  | { readonly kind: "mismatch" | "failed"; readonly message: string };

/** Undefined when there is nothing to bind: then nobody is asked again. */
export const loadOffer = async (): Promise<Offer | undefined> => {
  const code = detectedCode();
  if (code === null) return undefined;
  try {
    const { res, github } = await send(flc, { query: { code, browser: browserSecret() }, silent: true });
    if (res && github) return { code, name: github.name };
  } catch (error) {
    // Another time, unless the cloud says that it is not this browser's.
    if (!isMismatch(error)) return undefined;
  }
  forgetDetected();
  return undefined;
};

/** Binds it to the wallet of who is signed in; by way of GitHub once more when it was too long ago. */
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
    // A session as another person came with it, which its handler takes up.
    return typeof error.data === "string" ? { kind: "leaving" } : { kind: "failed", message };
  }
};

/** The offer does not return. */
export const dismissDetected = async ({ code }: Offer): Promise<void> => {
  forgetDetected();
  await send(flcDone, { query: { code, browser: browserSecret() }, silent: true }).catch(() => undefined);
};

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && error.code === sharedErrors.CODE_HOST_MISMATCH.wire;
