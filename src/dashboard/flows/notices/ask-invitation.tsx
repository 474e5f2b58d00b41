import type { Notice } from "../../../../resources/account/notices.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import { InvitationQuestion, type Answered, type Waiting } from "./invitation-question.tsx";
import { noteJoined } from "./joined.ts";

/** Asks whether an invitation is accepted. Resolves to whether it was answered; it waits on when the dialog was closed. */
export const askInvitation = async ({ invitationId, offer, message }: Notice, waiting: Waiting): Promise<boolean> => {
  if (invitationId === null || offer === null) return false;
  const answered = await dialogs.show<Answered>({
    title: `Work with ${offer.teamName}?`,
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
  if (answered.kind === "elsewhere") return toast("This invitation no longer waits for an answer.", "info");
  if (answered.kind === "gone") return dialogs.alert({ text: answered.message });
  if (answered.team === null) return toast("You declined the invitation.", "info");
  noteJoined();
  if (answered.team.alert) await dialogs.alert({ text: answered.team.alert });
  else toast(`You joined ${answered.team.teamName}.`);
};
