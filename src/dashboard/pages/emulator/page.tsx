import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { useUser } from "../../flows/account/use-user.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Chat } from "./chat.tsx";
import { Controls } from "./controls.tsx";
import styles from "./emulator.module.css";
import { isIsolated, Phone } from "./phone.tsx";
import { usersOf, readSetup, writeSetup, type Setup } from "./setup.ts";
import { useHost, type LoggedEvent } from "./use-host.ts";
import { useLaunch } from "./use-launch.ts";

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
