import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Icon } from "../../ui/icon.tsx";
import { Counter } from "./counter.tsx";
import { HistoryButton } from "./history-button.tsx";
import styles from "./phone-strip.module.css";

/** Phone header: total points, which open the history, and the hourly rate. */
export const PhoneStrip = ({ info }: { readonly info: NodeInfo }) => (
  <section className={styles.strip} aria-label="Points">
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
