import { bind } from "../../../../resources/account/bind.ts";
import { send } from "../../api/client.ts";
import { browserSecret } from "./browser-secret.ts";

/** Leaves for GitHub, to come back signed in. */
export const beginSignIn = async (): Promise<void> => {
  const { applyR } = await send(bind, { body: { type: "GITHUB", browser: browserSecret() } });
  location.assign(applyR);
};
