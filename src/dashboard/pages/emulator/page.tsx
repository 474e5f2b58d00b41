import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { useUser } from "../../flows/account/use-user.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Chat } from "./chat.tsx";
import { Controls } from "./controls.tsx";
import styles from "./emulator.module.css";
import { Events } from "./events.tsx";
import { isIsolated, Phone } from "./phone.tsx";
import { usersOf, readSetup, writeSetup, type Setup } from "./setup.ts";
import { useHost } from "./use-host.ts";
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
