import { Button } from "../../ui/button.tsx";
import { CopyText, copyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { Invited } from "./invite-dialog.tsx";
import styles from "./members.module.css";

/** The link of an invitation that was just made. */
export const InvitedDialog = ({ invited, onClose }: { readonly invited: Invited; readonly onClose: () => void }) => (
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
      <p>{whatNow(invited)}</p>
      <div className={styles.link}>
        <CopyText text={invited.link} label="invite link" />
      </div>
      <p>You find the link again in the list, for as long as the invitation is open.</p>
    </div>
  </Dialog>
);

const whatNow = ({ invitation: { type, target } }: Invited): string => {
  switch (type) {
    case "LINK":
      return "Send this link to one person. Whoever opens it first, and signs in, is asked to join.";
    case "EMAIL":
      return `A letter with this link is on its way to ${target.trim()}. It works once.`;
    case "WALLET":
      return "Who signs in with this wallet is asked to join. You can also send this link; it works for this wallet only.";
  }
};
