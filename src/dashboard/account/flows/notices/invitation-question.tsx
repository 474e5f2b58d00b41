import { useEffect, useSyncExternalStore } from "react";
import { answerInvitation } from "../../../../../resources/account/teams/member-calls.ts";
import type { Offer } from "../../../../../resources/account/notices.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { ApiError } from "../../../api/errors.ts";
import { loadTeams } from "../../../api/session/load.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { untilLeft } from "../../../lib/leaving.ts";
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
  const send = useSend();
  const answer = async (accept: boolean): Promise<Answered> => {
    const { team } = await send(answerInvitation, { params: { id: invitationId }, body: { accept } });
    // Updates the switcher immediately; the next load repairs a failure.
    if (team) await loadTeams().catch(() => undefined);
    return { kind: "answered", team };
  };
  const {
    act,
    acting,
    running: accepting,
    problem,
  } = useWork(answer, {
    inline: true,
    onDone: (answered) => {
      onAnswered(answered);
      return untilLeft();
    },
    onError: (error) => {
      const isGone = error instanceof ApiError && error.statusCode < 500;
      if (isGone) onAnswered({ kind: "gone", message: error.message });
      return isGone;
    },
  });
  const isOver = !useSyncExternalStore(waiting.subscribe, waiting.get);
  useEffect(() => {
    // This page also receives its own answer as an event, often before the reply.
    if (isOver && !acting) onAnswered({ kind: "elsewhere" });
  }, [isOver, acting, onAnswered]);
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
        <Button disabled={accepting === true} busy={accepting === false} onClick={() => void act(false)}>
          Decline
        </Button>
        <Button kind="primary" disabled={accepting === false} busy={accepting === true} onClick={() => void act(true)}>
          Accept
        </Button>
      </div>
    </>
  );
};
