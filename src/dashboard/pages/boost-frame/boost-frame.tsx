import "./look.css";
import { type ReactNode, useLayoutEffect } from "react";
import { useBoostHost } from "../../flows/boost/host.ts";
import { useLiveNode } from "../../flows/boost/use-live-node.ts";
import styles from "./boost-frame.module.css";
import { BottomBar } from "./bottom-bar.tsx";
import { PhoneStrip } from "./phone-strip.tsx";
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
