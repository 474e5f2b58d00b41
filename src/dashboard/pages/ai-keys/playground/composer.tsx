import { useId, useRef, type KeyboardEvent } from "react";
import { playgroundTextMax } from "../../../../../resources/ai-rpc/limits.ts";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { messagesOf, type Turn } from "../../../flows/ask-model/conversation.ts";
import { isFree, maxCost } from "../../../flows/ask-model/price.ts";
import type { ModelSettings } from "../../../flows/ask-model/use-conversation.ts";
import { formatLand, formatLandDollars } from "../../../lib/format/land.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./playground.module.css";

interface ComposerProps {
  readonly text: string;
  readonly model: AiModel;
  readonly wish: ModelSettings;
  readonly turns: readonly Turn[];
  readonly isAsking: boolean;
  /** False while the model settings are invalid. */
  readonly isReady: boolean;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly onClear: () => void;
}

/** Message field with a cost preview. Enter sends, Shift+Enter adds a line. */
export const Composer = (props: ComposerProps) => {
  const { text, turns, isAsking, isReady, onText, onSend, onStop, onClear } = props;
  const id = useId();
  const typing = useRef<HTMLTextAreaElement>(null);
  const maySend = isReady && !isAsking && text.trim() !== "";
  /** The clicked button disappears: moves the focus of keyboard users to the text. Touch opens no keyboard. */
  const keepFocus = () => {
    if (document.activeElement?.matches("button:focus-visible")) typing.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (maySend) onSend();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        keepFocus();
        if (maySend) onSend();
      }}
    >
      <label htmlFor={id} className="fh-hidden">
        Your question
      </label>
      <textarea
        ref={typing}
        id={id}
        rows={2}
        className={styles.typing}
        placeholder="Ask a question"
        maxLength={playgroundTextMax}
        value={text}
        aria-describedby={`${id}-cost`}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.bar}>
        <p id={`${id}-cost`} className={styles.cost}>
          {costPreview(props)}
        </p>
        {turns.length > 0 && !isAsking && (
          <Button kind="plain" size="small" onClick={onClear}>
            New conversation
          </Button>
        )}
        {isAsking ? (
          // Distinct keys keep React from turning Stop into Send during a click.
          <Button
            key="stop"
            icon="stop"
            onClick={() => {
              keepFocus();
              onStop();
            }}
          >
            Stop
          </Button>
        ) : (
          <Button key="send" type="submit" kind="primary" icon="arrow-right" disabled={!maySend}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
};

/** Returns the reserved amount, which is the maximum cost of the next request. */
const costPreview = ({ text, model, wish, turns }: ComposerProps): string => {
  if (isFree(model)) return "This model is free.";
  const { system, temperature, topP, maxTokens } = wish;
  const nextTurns = [...turns, { question: text, answer: { text: "", thought: "" } }];
  const body = {
    model: model.id,
    messages: messagesOf(nextTurns, system),
    stream: true,
    temperature,
    top_p: topP,
    max_tokens: maxTokens,
  };
  const most = maxCost(model, new TextEncoder().encode(JSON.stringify(body)).length, maxTokens);
  return `Up to ${formatLand(most)} LAND (${formatLandDollars(most)}) is reserved. Only actual usage is charged.`;
};
