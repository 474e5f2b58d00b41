import { useEffect, useRef, useState } from "react";
import { botChat, sayToBot, type MessagingUser } from "../../../../resources/account/emulator.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./emulator.module.css";

interface ChatProps {
  readonly user: MessagingUser;
  /** Opens the mini app at the URL of a bot button. */
  readonly onOpen: (address: string) => void;
}

const pollMs = 1500;
const commands = ["/start", "/help", "/stop"] as const;

/** The user's chat with the bot. */
export const Chat = ({ user, onOpen }: ChatProps) => {
  const { data, error, reload } = useCall(botChat, { params: { userId: user.id }, pollMs });
  const { act, acting } = useAct(sayToBot, { onDone: reload });
  const [text, setText] = useState("");
  const end = useRef<HTMLOListElement>(null);
  const count = data?.items.length ?? 0;
  useEffect(() => {
    end.current?.scrollTo(0, end.current.scrollHeight);
  }, [count]);
  const send = async (message: string): Promise<void> => {
    if (message.trim() !== "" && (await act({ body: { user, text: message } })) !== undefined) setText("");
  };
  return (
    <div className={styles.chat}>
      {!data && !error && <Skeleton lines={5} />}
      {!data && error && <ErrorState message={error.message} onRetry={reload} />}
      {data && count === 0 && (
        <Empty icon="chat" title="No messages yet" text="Send /start to let the bot reply and message you." />
      )}
      {count > 0 && (
        <ol ref={end} aria-label="Chat with the bot" tabIndex={0}>
          {data!.items.map(({ id, isBot, text: message, buttons }) => (
            <li key={id} className={classNames(isBot ? styles.theirs : styles.own)}>
              <p>{message}</p>
              {buttons.map((button) => (
                <Button key={button.text} wide size="small" kind="soft" onClick={() => onOpen(button.url)}>
                  {button.text}
                </Button>
              ))}
            </li>
          ))}
        </ol>
      )}
      <div className="fh-row">
        {commands.map((command) => (
          <Button key={command} size="small" disabled={acting} onClick={() => void send(command)}>
            {command}
          </Button>
        ))}
      </div>
      <form
        className={styles.say}
        onSubmit={(event) => {
          event.preventDefault();
          void send(text);
        }}
      >
        <input
          className="fh-input"
          aria-label="Message to the bot"
          placeholder="Message"
          value={text}
          maxLength={1000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="primary" busy={acting}>
          Send
        </Button>
      </form>
    </div>
  );
};
