import type { Trx } from "../../engines/database/database.ts";
import { AppError } from "../../app-error.ts";
import type { News } from "./news.ts";
import { lockTeamsOf, offerAll, redeem, type OfferDeps } from "./offers.ts";
import { targetsOf } from "./invitation-target.ts";
import { recordInviter } from "./personal-code.ts";

export interface SignedIn {
  readonly personId: string;
  /** First sign-in. */
  readonly isNew: boolean;
  readonly inviteCode?: string | undefined;
}

/** Shows pending invitations at sign-in, and redeems the code of an invite link. Invalid codes are ignored. */
export const signedIn = async (deps: OfferDeps, trx: Trx, { personId, isNew, inviteCode }: SignedIn): Promise<News> => {
  const targets = await targetsOf(trx, personId);
  await lockTeamsOf(trx, targets, inviteCode);
  if (isNew && inviteCode !== undefined) await recordInviter(trx, personId, inviteCode);
  const redeemed = inviteCode === undefined ? {} : await redeemQuietly(deps, trx, personId, inviteCode);
  const offered = await offerAll(deps, trx, personId, targets);
  return { ...offered, ...redeemed };
};

const redeemQuietly = async (deps: OfferDeps, trx: Trx, personId: string, code: string): Promise<News> => {
  try {
    return (await redeem(deps, trx, personId, code)).news;
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
};
