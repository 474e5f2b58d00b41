import { useEffect } from "react";
import { useNavigate } from "react-router";
import { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import { overview } from "../../../../resources/pages.ts";
import { untilLeft } from "../../lib/leaving.ts";
import { forgetInviteCode } from "../flows/session/invite-code.ts";
import { useReturnHere } from "../flows/session/use-return-here.ts";
import { useSignedIn } from "../flows/signed-in/use-signed-in.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";

/** An invite link: what it offers, the answer being sent, and why the last one was refused. */
export const useInvitation = (code: string) => {
  const navigate = useNavigate();
  const isSignedIn = useSignedIn();
  useReturnHere(isSignedIn);
  const offer = useCall(invitationOffer, { params: { code }, silent: true });
  const isInvalid = offer.data !== undefined && offer.data?.team == null;
  useEffect(() => {
    if (isInvalid) forgetInviteCode();
  }, [isInvalid]);
  const answerOnce = async (accept: boolean): Promise<void> => {
    const [{ answerLink, openTeam }, { recordJoined }] = await Promise.all([
      import("../flows/invitation/answer.ts"),
      import("../flows/notices/joined.ts"),
    ]);
    const teamId = await answerLink(code, accept);
    forgetInviteCode();
    if (teamId === undefined) {
      await navigate(overview.path);
      return;
    }
    recordJoined();
    await openTeam(teamId);
    await untilLeft();
  };
  const { act: answer, running: accepting, problem } = useWork(answerOnce, { inline: true });
  return { isSignedIn, offer, isInvalid, accepting, problem, answer };
};
