import { useId, useSyncExternalStore, type KeyboardEvent, type RefObject } from "react";
import { questionMax } from "../../../../resources/assistant/assistant.ts";
import { IconButton } from "../../ui/button.tsx";
import { ask, stopAsking, input } from "./conversation.ts";
import styles from "./conversation.module.css";

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isAsking: boolean;
}

/** Remaining characters below which the counter is shown. */
const counterThreshold = 100;

/** The question field: Enter sends, Shift+Enter adds a line. */
export const Composer = ({ field, isAsking }: ComposerProps) => {
  const text = useSyncExternalStore(input.subscribe, input.get);
  const id = useId();
  const left = questionMax - text.length;
  const submit = (): void => {
    if (isAsking || text.trim() === "") return;
    input.set("");
    void ask(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="fh-hidden" htmlFor={id}>
        Your question
      </label>
      <textarea
        ref={field}
        id={id}
        className="fh-input"
        rows={1}
        placeholder="Ask about Freehold"
        maxLength={questionMax}
        value={text}
        onChange={(event) => input.set(event.target.value)}
        onKeyDown={onKeyDown}
        aria-describedby={left <= counterThreshold ? `${id}-left` : undefined}
      />
      {left <= counterThreshold && (
        <span id={`${id}-left`} className={styles.left}>
          {left} left
        </span>
      )}
      {isAsking ? (
        <IconButton icon="stop" label="Stop" className={styles.send} onClick={stopAsking} />
      ) : (
        <button type="submit" className={styles.ask} disabled={text.trim() === ""}>
          Ask
        </button>
      )}
    </form>
  );
};
