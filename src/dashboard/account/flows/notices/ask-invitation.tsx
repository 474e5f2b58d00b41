import type { Notice } from "../../../../../resources/account/notices.ts";
import { overview } from "../../../../../resources/pages.ts";
import { session } from "../../../api/session/session.ts";
import { shortenName } from "../../../lib/format/shorten.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { InvitationQuestion, type Answered, type Waiting } from "./invitation-question.tsx";
import { recordJoined } from "./joined.ts";

/** Shows an invitation. Resolves to whether it was answered; a closed dialog leaves it open. */
export const askInvitation = async ({ invitationId, offer, message }: Notice, waiting: Waiting): Promise<boolean> => {
  if (invitationId === null || offer === null) return false;
  const answered = await dialogs.show<Answered>({
    title: `Join ${offer.teamName}?`,
    width: 500,
    content: (close) => (
      <InvitationQuestion
        invitationId={invitationId}
        offer={offer}
        message={message}
        waiting={waiting}
        onAnswered={close}
      />
    ),
  });
  if (!answered) return false;
  await settle(answered);
  return true;
};

const settle = async (answered: Answered): Promise<void> => {
  if (answered.kind === "elsewhere") return toast("This invitation is no longer valid.", "info");
  if (answered.kind === "gone") return dialogs.alert({ text: answered.message });
  if (answered.team === null) return toast("Invitation declined", "info");
  recordJoined();
  await offerSwitch(answered.team);
};

/** Joining keeps the current team, and offers to switch. */
const offerSwitch = async ({ teamId, teamName, alert }: Joined): Promise<void> => {
  const question = {
    title: `You joined ${teamName}`,
    text: `${alert} You can switch teams in the team menu at any time.`.trim(),
    ok: `Switch to ${shortenName(teamName)}`,
    cancel: "Stay here",
  };
  if (!(await dialogs.confirm(question))) return;
  // Only when leaving the page, so that it never acts for another team.
  addEventListener("pagehide", () => session.chooseTeam(teamId), { once: true });
  location.assign(overview.path);
};

type Joined = NonNullable<Extract<Answered, { readonly kind: "answered" }>["team"]>;
