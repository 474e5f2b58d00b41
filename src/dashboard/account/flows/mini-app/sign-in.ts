/** Sign-in inside the messaging app, which identifies the user. */
import { miniSignIn } from "../../../../../resources/account/mini-session.ts";
import { createTgNode, startTgNode } from "../../../../../resources/boost/mini-app-calls.ts";
import { readStart } from "../../../../../resources/boost/nodes/start-param.ts";
import { send } from "../../../api/client.ts";
import { joiningBy } from "../../../api/node.ts";
import { freshSignIn } from "../../../api/session/fresh-sign-in.ts";
import { sessionKeys } from "../../../api/session/keys.ts";
import { loadTeams } from "../../../api/session/load.ts";
import { nodeToken } from "../../../api/session/node-token.ts";
import { session } from "../../../api/session/session.ts";

interface Launch {
  readonly userId: string;
  readonly initData: string;
  readonly startParam: string | undefined;
}

const options = { silent: true, personal: true } as const;

/**
 * Opens a session as the messaging app's user, unless the current one is theirs, and stores their inviter. Throws ApiError and
 * NetworkError.
 */
export const signInByMessagingApp = async ({ userId, initData, startParam }: Launch): Promise<void> => {
  joiningBy.call = createTgNode.call;
  freshSignIn.by = async () => {
    session.setAuth(await send(miniSignIn, { body: initData, silent: true }));
    // The node token belongs to the previous session.
    nodeToken.forget();
    await loadTeams({ silent: true });
  };
  const start = readStart(startParam);
  const isTheirs = localStorage.getItem(sessionKeys.messagingUser) === userId && session.get().token !== undefined;
  if (!isTheirs) {
    // Several messaging accounts share a browser: nothing of the previous one may stay.
    session.clear();
    session.setAuth(await send(miniSignIn, { body: initData, silent: true }));
    localStorage.setItem(sessionKeys.messagingUser, userId);
  }
  if (start.kind === "invite") localStorage.setItem(sessionKeys.inviteCode, start.code);
  if (start.kind === "partner")
    await send(startTgNode, { ...options, body: { userId: Number(userId), startParam: startParam! } });
};
