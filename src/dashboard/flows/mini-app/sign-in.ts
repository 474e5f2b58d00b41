/** Signing in inside the messaging app: it has said already who one is. */
import { miniSignIn } from "../../../../resources/account/mini-session.ts";
import { createTgNode, startTgNode } from "../../../../resources/boost/mini-app-calls.ts";
import { readStart } from "../../../../resources/boost/start-param.ts";
import { joiningBy } from "../../api/boost/client.ts";
import { send } from "../../api/client.ts";
import { sessionKeys } from "../../api/session/keys.ts";
import { session } from "../../api/session/session.ts";

interface Launch {
  readonly userId: string;
  readonly initData: string;
  readonly startParam: string | undefined;
}

const quietly = { silent: true, personal: true } as const;

/**
 * Opens a session as the messaging app's user, unless the one that stands is theirs, and notes by whom they came. Throws ApiError and
 * NetworkError.
 */
export const signInByMessagingApp = async ({ userId, initData, startParam }: Launch): Promise<void> => {
  joiningBy.call = createTgNode.call;
  const start = readStart(startParam);
  const isTheirs = localStorage.getItem(sessionKeys.messagingUser) === userId && session.get().token !== undefined;
  if (!isTheirs) {
    // Several accounts of one messaging app share a browser: nothing of the one before stays.
    session.clear();
    session.setAuth(await send(miniSignIn, { body: initData, silent: true }));
    localStorage.setItem(sessionKeys.messagingUser, userId);
  }
  if (start.kind === "invite") localStorage.setItem(sessionKeys.inviteCode, start.code);
  if (start.kind === "partner")
    await send(startTgNode, { ...quietly, body: { userId: Number(userId), startParam: startParam! } });
};
