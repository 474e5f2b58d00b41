import { useMemo, useRef, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useUser } from "../../account/flows/account/account.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import styles from "./emulator.module.css";
import { isIsolated, Phone } from "./phone.tsx";
import { usersOf, readSetup, writeSetup, type Setup, newUser, platforms, versions } from "./setup.ts";
import { useHost, type LoggedEvent } from "./use-host.ts";
import { useLaunch } from "./use-launch.ts";
import { botChat, sayToBot, type MessagingUser } from "../../../../resources/devnet/emulator.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { MenuField } from "../../framework/forms/menu-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";

/** /dev/emulator: the messaging app around the mini app, on a development instance. */
export const Component = () => {
  const [query, setQuery] = useSearchParams();
  const uid = useUser()?.uid ?? "";
  const users = useMemo(() => usersOf(uid), [uid]);
  const setup = useMemo(() => readSetup(query, users), [query, users]);
  const frame = useRef<HTMLIFrameElement>(null);
  const launch = useLaunch(setup);
  const host = useHost(frame, launch.src ?? "", setup.theme);
  const change = (changed: Partial<Setup>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(writeSetup({ ...setup, ...changed }, users))) next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        title="Messaging app"
        text="Emulates the messaging app around the Boost mini app. Only you can use these test users; their Stars have no value."
      />
      {!isIsolated && (
        <Banner kind="warning">
          This browser can't isolate the mini app's storage. You will be signed in as the user below on every page. Use
          a Chromium-based browser instead.
        </Banner>
      )}
      {host.link !== undefined && (
        <Banner>
          The app opened an external link:{" "}
          <a href={host.link} target="_blank" rel="noreferrer noopener">
            {host.link}
          </a>
        </Banner>
      )}
      <div className={styles.columns}>
        <div className={styles.left}>
          <Controls key={setup.start} setup={setup} users={users} onChange={change} />
        </div>
        <Phone frame={frame} host={host} launch={launch} user={setup.user} theme={setup.theme} />
        <Card>
          <Tabs
            label="Bot and events"
            tabs={[
              { label: "Bot", content: <Chat key={setup.user.id} user={setup.user} onOpen={launch.open} /> },
              { label: "Events", content: <Events events={host.events} onClear={host.clearEvents} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
};

interface EventsProps {
  readonly events: readonly LoggedEvent[];
  readonly onClear: () => void;
}

/** Messages between the app and the messaging app, newest first. */
const Events = ({ events, onClear }: EventsProps) => {
  if (events.length === 0)
    return <Empty icon="history" title="No events yet" text="Messages between the app and its host appear here." />;
  return (
    <div className={styles.events}>
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
      <ol aria-label="Events">
        {events.map(({ id, from, type, data, at, isUnknown }) => (
          <li key={id}>
            <span className={styles.direction} data-from={from}>
              {from === "app" ? "App" : "Host"}
            </span>
            <code>{type}</code>
            <time dateTime={at.toISOString()}>{at.toLocaleTimeString("en-GB")}</time>
            {data !== undefined && data !== "" && <pre>{JSON.stringify(data)}</pre>}
            {isUnknown && <small>Not emulated</small>}
          </li>
        ))}
      </ol>
    </div>
  );
};

interface ChatProps {
  readonly user: MessagingUser;
  /** Opens the mini app at the URL of a bot button. */
  readonly onOpen: (address: string) => void;
}

const pollMs = 1500;
const commands = ["/start", "/help", "/stop"] as const;

/** The user's chat with the bot. */
const Chat = ({ user, onOpen }: ChatProps) => {
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

interface ControlsProps {
  readonly setup: Setup;
  readonly users: readonly MessagingUser[];
  readonly onChange: (change: Partial<Setup>) => void;
}

/** User and environment of the mini app. */
const Controls = ({ setup, users, onChange }: ControlsProps) => {
  const [start, setStart] = useState(setup.start);
  const shown = users.some(({ id }) => id === setup.user.id) ? users : [...users, setup.user];
  return (
    <Card title="User and device">
      <div className="fh-stack">
        <div className={styles.people} role="group" aria-label="User">
          {shown.map((user) => (
            <button
              key={user.id}
              type="button"
              className={classNames(styles.person)}
              aria-pressed={user.id === setup.user.id}
              onClick={() => onChange({ user })}
            >
              {user.first_name}
              <small>{user.id}</small>
            </button>
          ))}
          <Button size="small" icon="plus" onClick={() => onChange({ user: newUser() })}>
            Add user
          </Button>
        </div>
        <form
          className={styles.start}
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ start: start.trim() });
          }}
        >
          <TextField
            label="Start parameter"
            code
            value={start}
            onChange={setStart}
            maxLength={512}
            placeholder="Invite code or t-peaai"
          />
          <Button type="submit">Open</Button>
        </form>
        <div className={styles.pair}>
          <MenuField
            label="Platform"
            value={setup.platform}
            onChange={(platform) => onChange({ platform: platform as Setup["platform"] })}
            options={Object.entries(platforms).map(([value, label]) => ({ value, label }))}
          />
          <MenuField
            label="Version"
            value={setup.version}
            onChange={(version) => onChange({ version: version as Setup["version"] })}
            options={versions.map((version) => ({ value: version, label: version }))}
          />
        </div>
        <Segmented
          label="Theme"
          value={setup.theme}
          onChange={(theme) => onChange({ theme })}
          options={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </div>
    </Card>
  );
};
