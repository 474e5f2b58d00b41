import { isPassing, send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { sessionKeys } from "../../api/session/keys.ts";
import { atRest } from "../../lib/at-rest.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Holds the code that was handed in last: each is handed in once. */
const handedInKey = "inviteHandedIn";

/**
 * Hands in the code of the invite link by which a user came, who is signed in now: a team's becomes an invitation to answer.
 * The code itself stays, for what else it is good for.
 */
export const redeemInviteOnce = async (): Promise<void> => {
  const inviteCode = localStorage.getItem(sessionKeys.inviteCode);
  if (inviteCode === null || localStorage.getItem(handedInKey) === inviteCode) return;
  await atRest();
  try {
    const { redeemInvite } = await import("../../../../resources/account/member-calls.ts");
    await send(redeemInvite, { body: { inviteCode }, silent: true });
  } catch (error) {
    // What found no answer is tried on the next page; what was refused is refused again.
    if (!(error instanceof ApiError) || isPassing(error)) return;
    if (error.statusCode === 409) void dialogs.alert({ text: error.message });
  }
  localStorage.setItem(handedInKey, inviteCode);
};
