import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { logOut } from "../../flows/boost/log-out.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Counter } from "./counter.tsx";
import { HistoryButton } from "./history-button.tsx";
import styles from "./top-bar.module.css";

interface SelfProps {
  readonly info: NodeInfo;
  readonly isMiniApp: boolean;
}

/** The user in the top bar: points, history, avatar, name and Sign out. */
export const Self = ({ info: { username, avatar, nodeId, totalPoint }, isMiniApp }: SelfProps) => (
  <>
    <HistoryButton className={styles.points}>
      <Counter points={totalPoint} />
      <small>points</small>
      <Icon name="history" size={16} />
    </HistoryButton>
    <span className={styles.who} title={username}>
      <Avatar seed={nodeId} size={32} {...(avatar !== null && { image: avatar })} />
      <span>{shortenName(username)}</span>
    </span>
    {!isMiniApp && (
      <span className={styles.logout}>
        <IconButton icon="logout" label="Sign out" onClick={() => void logOut()} />
      </span>
    )}
  </>
);
