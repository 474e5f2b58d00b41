import { bind } from "../../../../resources/account/bind.ts";
import { send } from "../../api/client.ts";
import { browserSecret } from "./browser-secret.ts";

/** Redirects to GitHub to sign in. */
export const beginSignIn = async (): Promise<void> => {
  const { applyR } = await send(bind, { body: { type: "GITHUB", browser: browserSecret() } });
  location.assign(applyR);
};
