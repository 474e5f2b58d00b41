import { emailState } from "../../../../resources/account/email.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText, copyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { Invited } from "./invite-dialog.tsx";
import styles from "./members.module.css";

/** The link of a new invitation. */
export const InvitedDialog = ({ invited, onClose }: { readonly invited: Invited; readonly onClose: () => void }) => {
  const { data } = useCall(emailState, { enabled: invited.invitation.type === "EMAIL" });
  return (
    <Dialog
      title={invited.invitation.type === "LINK" ? "Invite link created" : "Member invited"}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copyText(invited.link)}>
            Copy link
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        <p>{nextStep(invited, data?.mail)}</p>
        <div className={styles.link}>
          <CopyText text={invited.link} label="invite link" />
        </div>
        <p>The link stays in the member list until the invitation is used or cancelled.</p>
      </div>
    </Dialog>
  );
};

const nextStep = (
  { invitation: { type, target } }: Invited,
  mail: Reply<typeof emailState>["mail"] = "none",
): string => {
  switch (type) {
    case "LINK":
      return "Send this link to one user. The first user who opens it and signs in can join.";
    case "EMAIL":
      return `${emailNotes[mail].replace("{target}", target.trim())} Single use.`;
    case "WALLET":
      return "The owner of this wallet is asked to join at sign-in. You can also share this link; it works for this wallet only.";
  }
};

/** Invitation email status. Without a mail server, email invitations are unavailable. */
const emailNotes = {
  smtp: "We're sending an email with this link to {target}.",
  outbox: "This server doesn't send email, so the invitation is only in your mailbox. Share this link with {target}.",
  none: "{target} is invited.",
} as const;
