import { useEffect, useRef } from "react";
import type { AiKey } from "../../../../../resources/ai-rpc/keys.ts";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import type { Conversation } from "../../../flows/ask-model/conversation.ts";
import { Empty } from "../../../ui/empty.tsx";
import styles from "./playground.module.css";
import { TurnView } from "./turn-view.tsx";

interface ConversationViewProps {
  readonly conversation: Conversation;
  readonly model: AiModel;
  /** The key that requests use. */
  readonly keyOf: Pick<AiKey, "id" | "name"> | undefined;
  /** Absent while the settings are invalid. */
  readonly onAgain: (() => void) | undefined;
  readonly onEdit: () => void;
}

/** Within this distance of the end, the view follows the answer. */
const followPx = 80;

/** Questions and answers. Follows the answer unless the user has scrolled up. */
export const ConversationView = ({ conversation, model, keyOf, onAgain, onEdit }: ConversationViewProps) => {
  const { turns, isAsking } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const count = useRef(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    if (isFollowing.current || turns.length !== count.current) element.scrollTop = element.scrollHeight;
    count.current = turns.length;
  }, [turns]);
  return (
    <div
      ref={box}
      className={styles.turns}
      role="log"
      aria-label="Conversation"
      aria-busy={isAsking}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < followPx;
      }}
    >
      {turns.length === 0 ? (
        <Empty icon="chat" title={`Ask ${model.name}`} text={invitationOf(model)} />
      ) : (
        turns.map((turn, index) => {
          const isLast = index === turns.length - 1;
          return (
            <TurnView
              key={index}
              turn={turn}
              isAsking={isLast && isAsking}
              keyOf={keyOf}
              {...(isLast && !isAsking && { onEdit, onAgain })}
            />
          );
        })
      )}
    </div>
  );
};

const invitationOf = ({ isEmbedded }: AiModel): string =>
  isEmbedded
    ? "It answers questions about this product, such as “What is LAND?”. It reads only your latest message."
    : "Your messages are sent to the model's server. The conversation is stored in this browser only.";
