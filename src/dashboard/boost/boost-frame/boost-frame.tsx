import "./look.css";
import { type ReactNode, useLayoutEffect } from "react";
import type { NodeInfo } from "../../../../resources/boost/nodes/node-calls.ts";
import { useBoostHost } from "../flows/boost/host.ts";
import { useLiveNode } from "../flows/boost/node.ts";
import { useRate } from "../flows/boost/use-rate.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./boost-frame.module.css";
import barStyles from "./bottom-bar.module.css";
import { Counter } from "./counter.tsx";
import { HistoryButton } from "./history-button.tsx";
import stripStyles from "./phone-strip.module.css";
import { PlaceLink } from "./place-link.tsx";
import { phonePlaces } from "./places.ts";
import { TopBar } from "./top-bar.tsx";

interface BoostFrameProps {
  /** The page's h1. Omit if the page has its own. */
  readonly title?: string;
  readonly lead?: ReactNode;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Navigation and theme of all Boost pages. Also loads the node, which pages read with `useNode`. */
export const BoostFrame = ({ title, lead, action, children }: BoostFrameProps) => {
  useLook();
  const node = useLiveNode();
  const { isMiniApp } = useBoostHost();
  return (
    <div className={styles.page}>
      <TopBar node={node} isMiniApp={isMiniApp} />
      {node.name === "in" && <PhoneStrip info={node.info} />}
      <main className={styles.main}>
        {title !== undefined && (
          <header className={styles.head}>
            <div>
              <h1>{title}</h1>
              {lead && <p>{lead}</p>}
            </div>
            {action}
          </header>
        )}
        {children}
      </main>
      <BottomBar />
    </div>
  );
};

/** Applies the Boost theme to the document, including dialogs and toasts, while a Boost page is open. */
const useLook = (): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.boost = "";
    return () => {
      delete dataset.boost;
    };
  }, []);

/** Bottom navigation on phones. */
const BottomBar = () => (
  <nav className={barStyles.bar} aria-label="Boost pages">
    {phonePlaces.map((place) => (
      <PlaceLink key={place.to} place={place}>
        <Icon name={place.icon} size={20} />
        {place.label}
      </PlaceLink>
    ))}
  </nav>
);

/** Phone header: total points, which open the history, and the hourly rate. */
const PhoneStrip = ({ info }: { readonly info: NodeInfo }) => (
  <section className={stripStyles.strip} aria-label="Points">
    <HistoryButton>
      <small>Points</small>
      <Counter points={info.totalPoint} />
      <Icon name="history" size={16} />
    </HistoryButton>
    <p>
      <small>Per hour</small>
      {formatPoints(useRate(info).total)}
    </p>
  </section>
);
