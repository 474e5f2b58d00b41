import { useEffect, useState, useSyncExternalStore } from "react";
import { answerInvitation } from "../../../../../resources/account/teams/member-calls.ts";
import type { Offer } from "../../../../../resources/account/notices.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { loadTeams } from "../../../api/session/load.ts";
import type { Store } from "../../../lib/store.ts";
import { Button } from "../../../ui/button.tsx";
import { AccessGranted } from "./access-granted.tsx";
import styles from "./notices.module.css";

/**
 * Answers of the user and the server; `gone`: the invitation no longer exists; `elsewhere`: answered on another screen.
 */
export type Answered =
  | ({ readonly kind: "answered" } & Reply<typeof answerInvitation>)
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "elsewhere" };

/** Whether the invitation is still open, as far as this page knows. */
export type Waiting = Pick<Store<boolean>, "get" | "subscribe">;

interface InvitationQuestionProps {
  readonly invitationId: string;
  readonly offer: Offer;
  readonly message: string;
  readonly waiting: Waiting;
  readonly onAnswered: (answered: Answered) => void;
}

/** An invitation's access, and two answers. Closing the dialog leaves it open. */
export const InvitationQuestion = ({ invitationId, offer, message, waiting, onAnswered }: InvitationQuestionProps) => {
  const [sending, setSending] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();
  const isOver = !useSyncExternalStore(waiting.subscribe, waiting.get);
  useEffect(() => {
    // This page also receives its own answer as an event, often before the reply.
    if (isOver && sending === undefined) onAnswered({ kind: "elsewhere" });
  }, [isOver, sending, onAnswered]);
  const answer = async (accept: boolean): Promise<void> => {
    setSending(accept ? "accept" : "decline");
    setProblem(undefined);
    try {
      const { team } = await send(answerInvitation, { params: { id: invitationId }, body: { accept } });
      // Updates the switcher immediately; the next load repairs a failure.
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
      {/* No footer: Enter pressed late must not accept in a dialog that opened by itself. */}
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
