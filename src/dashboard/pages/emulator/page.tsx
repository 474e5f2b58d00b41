import { useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Chat } from "./chat.tsx";
import { Controls } from "./controls.tsx";
import styles from "./emulator.module.css";
import { Events } from "./events.tsx";
import { keepsApart, Phone } from "./phone.tsx";
import { readSetup, writeSetup, type Setup } from "./setup.ts";
import { useHost } from "./use-host.ts";
import { useLaunch } from "./use-launch.ts";

/** /dev/emulator: the messaging app around the mini app, for a cloud on one machine. */
export const Component = () => {
  const [query, setQuery] = useSearchParams();
  const setup = useMemo(() => readSetup(query), [query]);
  const frame = useRef<HTMLIFrameElement>(null);
  const launch = useLaunch(setup);
  const host = useHost(frame, launch.src ?? "", setup.theme);
  const change = (changed: Partial<Setup>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(writeSetup({ ...setup, ...changed }))) next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        title="Messaging app"
        text="Plays the messaging app around Boost's mini app, by its protocol. Stars here are worth nothing."
      />
      {!keepsApart && (
        <Banner kind="warning">
          This browser cannot keep the mini app's storage apart: it will be signed in as the user below on every page of
          this cloud. Chromium and browsers made of it can.
        </Banner>
      )}
      {host.link !== undefined && (
        <Banner>
          The app opened a link outside:{" "}
          <a href={host.link} target="_blank" rel="noreferrer noopener">
            {host.link}
          </a>
        </Banner>
      )}
      <div className={styles.columns}>
        <div className={styles.left}>
          <Controls key={setup.start} setup={setup} onChange={change} />
        </div>
        <Phone frame={frame} host={host} launch={launch} user={setup.user} theme={setup.theme} />
        <Card>
          <Tabs
            label="Around the app"
            tabs={[
              { label: "Bot", content: <Chat key={setup.user.id} user={setup.user} onOpen={launch.open} /> },
              { label: "Events", content: <Events events={host.events} onForget={host.forgetEvents} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
};
