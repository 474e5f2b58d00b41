import { useEffect, useLayoutEffect, useRef } from "react";
import { assistantMessages } from "../../../../resources/assistant/messages.ts";
import { Composer } from "./composer.tsx";
import { ask } from "./conversation.ts";
import styles from "./conversation.module.css";
import { suggestionsFor } from "./suggestions.ts";
import { TurnView } from "./turn-view.tsx";
import type { Turn } from "./turns.ts";

interface ConversationViewProps {
  readonly turns: readonly Turn[];
  /** The current resource or page, for suggestions. */
  readonly screen?: string | undefined;
  /** Called before a page is opened. */
  readonly onLeave?: (() => void) | undefined;
}

/** The turns, and the question field. */
export const ConversationView = ({ turns, screen, onLeave }: ConversationViewProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  const isAsking = last?.state === "asking";
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  // A new question scrolls into view, and so does its growing answer, unless the user has scrolled up.
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    const turn = element?.querySelector<HTMLElement>("[role=log] > li:last-child");
    if (!element || !turn || !(isAtEnd.current || last?.text === "")) return;
    // A long answer is shown from its question on.
    element.scrollTop = Math.min(element.scrollHeight, turn.offsetTop - element.offsetTop - nearPx / 2);
  }, [last?.id, last?.text, last?.state]);
  return (
    <div className={styles.conversation}>
      <div
        ref={list}
        className={styles.scroll}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
        }}
      >
        {turns.length === 0 && <Welcome screen={screen} />}
        <div role="log" aria-label="Conversation" aria-busy={isAsking}>
          <ol className={styles.turns}>
            {turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} onLeave={onLeave} />
            ))}
          </ol>
        </div>
      </div>
      <Composer field={field} isAsking={isAsking} />
    </div>
  );
};

const nearPx = 40;

const Welcome = ({ screen }: Pick<ConversationViewProps, "screen">) => (
  <div className={styles.welcome}>
    <p>{assistantMessages.welcome}</p>
    <ul aria-label="Suggestions">
      {suggestionsFor(screen).map((question) => (
        <li key={question}>
          <button type="button" onClick={() => void ask(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  </div>
);
