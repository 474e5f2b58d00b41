import { serverNow } from "../../flows/boost/node.ts";
import { Countdown } from "../../ui/countdown.tsx";
import styles from "./daily-sign.module.css";

interface NextDayProps {
  /** Unix seconds of the server. */
  readonly nextAt: number;
  readonly onDay: () => void;
}

/** Signed for today: how long until the next day. */
export const NextDay = ({ nextAt, onDay }: NextDayProps) => (
  <p className={styles.next}>
    Signed in for today. Next sign-in in <Countdown endsAtSeconds={nextAt - aheadSeconds()} onTimeOver={onDay} />
  </p>
);

/** The server's clock minus this one: the countdown uses the local clock. */
const aheadSeconds = (): number => serverNow() - Math.floor(Date.now() / 1000);
