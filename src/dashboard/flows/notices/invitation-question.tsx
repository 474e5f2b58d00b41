import { useState } from "react";
import { accessNames } from "../../../../resources/access.ts";
import { answerInvitation } from "../../../../resources/account/member-calls.ts";
import type { Offer } from "../../../../resources/account/notices.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { loadTeams } from "../../api/session/load.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./notices.module.css";

/** How the person and the cloud answered; `gone`: the invitation is no longer there. */
export type Answered =
  | ({ readonly kind: "answered" } & Reply<typeof answerInvitation>)
  | { readonly kind: "gone"; readonly message: string };

interface InvitationQuestionProps {
  readonly invitationId: string;
  readonly offer: Offer;
  readonly message: string;
  readonly onAnswered: (answered: Answered) => void;
}

/** What an invitation opens, and the two answers. Closing it without one leaves it waiting. */
export const InvitationQuestion = ({ invitationId, offer, message, onAnswered }: InvitationQuestionProps) => {
  const [sending, setSending] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();
  const answer = async (accept: boolean): Promise<void> => {
    setSending(accept ? "accept" : "decline");
    setProblem(undefined);
    try {
      const { team } = await send(answerInvitation, { params: { id: invitationId }, body: { accept } });
      // The switcher shows the team at once; a failure here is made good by the next load.
      if (team) await loadTeams().catch(() => undefined);
      onAnswered({ kind: "answered", team });
    } catch (error) {
      setSending(undefined);
      if (error instanceof ApiError && error.statusCode < 500) onAnswered({ kind: "gone", message: error.message });
      else setProblem((error as Error).message);
    }
  };
  return (
    <>
      <p>{message}</p>
      <AccessGranted {...offer} />
      {problem && (
        <p role="alert" className="fh-form-refused">
          {problem}
        </p>
      )}
      {/* No footer: of a dialog that opens by itself Enter, pressed a moment too late, must not accept. */}
      <div className={`fh-form-actions ${styles.actions}`}>
        <Button disabled={sending === "accept"} busy={sending === "decline"} onClick={() => void answer(false)}>
          Decline
        </Button>
        <Button
          kind="primary"
          disabled={sending === "decline"}
          busy={sending === "accept"}
          onClick={() => void answer(true)}
        >
          Accept
        </Button>
      </div>
    </>
  );
};

const AccessGranted = ({ access, levels }: Pick<Offer, "access" | "levels">) => {
  if (access.length === 0)
    return <p className={styles.granted}>You would see the team, and none of its sections yet.</p>;
  return (
    <div className={styles.granted}>
      <h3>What it opens to you</h3>
      <ul>
        {access.map((code) => (
          <li key={code}>
            {accessNames[code]}
            <span>{levels[code] === "read" ? "Read" : "Manage"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
