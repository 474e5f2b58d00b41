import { useEffect, useState, useSyncExternalStore } from "react";
import { accessNames } from "../../../../resources/access.ts";
import { answerInvitation } from "../../../../resources/account/member-calls.ts";
import type { Offer } from "../../../../resources/account/notices.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { send } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { loadTeams } from "../../api/session/load.ts";
import type { Store } from "../../lib/store.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./notices.module.css";

/** How the person and the cloud answered; `gone`: the invitation is no longer there; `elsewhere`: it was answered on another screen. */
export type Answered =
  | ({ readonly kind: "answered" } & Reply<typeof answerInvitation>)
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "elsewhere" };

/** Whether the invitation still waits for an answer, as far as this page has heard. */
export type Waiting = Pick<Store<boolean>, "get" | "subscribe">;

interface InvitationQuestionProps {
  readonly invitationId: string;
  readonly offer: Offer;
  readonly message: string;
  readonly waiting: Waiting;
  readonly onAnswered: (answered: Answered) => void;
}

/** What an invitation opens, and the two answers. Closing it without one leaves it waiting. */
export const InvitationQuestion = ({ invitationId, offer, message, waiting, onAnswered }: InvitationQuestionProps) => {
  const [sending, setSending] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();
  const isOver = !useSyncExternalStore(waiting.subscribe, waiting.get);
  useEffect(() => {
    // An answer given here is told to this page too, often before the reply to it has arrived.
    if (isOver && sending === undefined) onAnswered({ kind: "elsewhere" });
  }, [isOver, sending, onAnswered]);
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
