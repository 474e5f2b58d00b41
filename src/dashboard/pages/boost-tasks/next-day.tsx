import { cloudNow } from "../../flows/boost/node.ts";
import { Countdown } from "../../ui/countdown.tsx";
import styles from "./daily-sign.module.css";

interface NextDayProps {
  /** Unix seconds of the cloud. */
  readonly nextAt: number;
  readonly onDay: () => void;
}

/** Signed for today: how long until the next day. */
export const NextDay = ({ nextAt, onDay }: NextDayProps) => (
  <p className={styles.next}>
    Signed for today. The next day begins in <Countdown endsAtSeconds={nextAt - aheadSeconds()} onTimeOver={onDay} />
  </p>
);

/** How far the cloud's clock is ahead of this one: the count-down runs by this one. */
const aheadSeconds = (): number => cloudNow() - Math.floor(Date.now() / 1000);
