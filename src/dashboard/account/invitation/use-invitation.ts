import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import { overview } from "../../../../resources/pages.ts";
import { forgetInviteCode } from "../flows/session/invite-code.ts";
import { useReturnHere } from "../flows/session/use-return-here.ts";
import { useSignedIn } from "../flows/signed-in/use-signed-in.ts";
import { useCall } from "../../framework/data/use-call.ts";

/** An invite link: what it offers, the answer being sent, and why the last one was refused. */
export const useInvitation = (code: string) => {
  const navigate = useNavigate();
  const isSignedIn = useSignedIn();
  useReturnHere(isSignedIn);
  const offer = useCall(invitationOffer, { params: { code }, silent: true });
  const [answering, setAnswering] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();
  const isInvalid = offer.data !== undefined && offer.data?.team == null;
  useEffect(() => {
    if (isInvalid) forgetInviteCode();
  }, [isInvalid]);
  const answer = async (accept: boolean): Promise<void> => {
    setAnswering(accept ? "accept" : "decline");
    setProblem(undefined);
    try {
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
    } catch (error) {
      setProblem((error as Error).message);
      setAnswering(undefined);
    }
  };
  return { isSignedIn, offer, isInvalid, answering, problem, answer };
};
