import { redeemInvite } from "../../../../resources/account/teams/member-calls.ts";
import { forgetInviteCode, rememberedInviteCode } from "../../account/flows/session/invite-code.ts";
import { isTemporary, send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Storage key of the last redeemed code: each is redeemed once. */
const redeemedKey = "inviteHandedIn";

/**
 * Redeems the code of the invite link for the signed-in user. Returns whether it became an invitation to answer. Such a
 * code is then forgotten; a user's code stays for its other uses.
 */
export const redeemInviteOnce = async (): Promise<boolean> => {
  const inviteCode = rememberedInviteCode();
  if (inviteCode === undefined || localStorage.getItem(redeemedKey) === inviteCode) return false;
  let isInvited = false;
  try {
    const { invitationId } = await send(redeemInvite, { body: { inviteCode }, silent: true });
    isInvited = invitationId !== null;
    if (isInvited) forgetInviteCode();
  } catch (error) {
    // A failed request is retried on the next page; a refused one is not.
    if (!(error instanceof ApiError) || isTemporary(error)) return false;
    if (error.statusCode === 409) {
      forgetInviteCode();
      void dialogs.alert({ text: error.message });
    }
  }
  localStorage.setItem(redeemedKey, inviteCode);
  return isInvited;
};
