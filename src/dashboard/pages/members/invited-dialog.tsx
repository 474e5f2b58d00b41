import { emailState } from "../../../../resources/account/email.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { CopyText, copyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { Invited } from "./invite-dialog.tsx";
import styles from "./members.module.css";

/** The link of an invitation that was just made. */
export const InvitedDialog = ({ invited, onClose }: { readonly invited: Invited; readonly onClose: () => void }) => {
  const { data } = useCall(emailState, { enabled: invited.invitation.type === "EMAIL" });
  return (
    <Dialog
      title={invited.invitation.type === "LINK" ? "The link is ready" : "Invited"}
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
        <p>{whatNow(invited, data?.mail)}</p>
        <div className={styles.link}>
          <CopyText text={invited.link} label="invite link" />
        </div>
        <p>You find the link again in the list, for as long as the invitation is open.</p>
      </div>
    </Dialog>
  );
};

const whatNow = (
  { invitation: { type, target } }: Invited,
  mail: Reply<typeof emailState>["mail"] = "none",
): string => {
  switch (type) {
    case "LINK":
      return "Send this link to one person. Whoever opens it first, and signs in, is asked to join.";
    case "EMAIL":
      return `${letterWords[mail].replace("{target}", target.trim())} It works once.`;
    case "WALLET":
      return "Who signs in with this wallet is asked to join. You can also send this link; it works for this wallet only.";
  }
};

/** What becomes of the letter depends on how this cloud sends any; where it sends none, nobody is invited by e-mail. */
const letterWords = {
  smtp: "A letter with this link is on its way to {target}.",
  outbox: "The letter to {target} lies in this cloud's own mailbox and goes no further: send them this link.",
  none: "{target} is invited.",
} as const;
