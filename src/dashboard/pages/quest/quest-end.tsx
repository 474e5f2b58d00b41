import { formatMoment } from "../../lib/format/date.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./quest.module.css";

interface QuestEndProps {
  /** Unix seconds. */
  readonly endAt: number;
  readonly onOver: () => void;
}

/** Nearer than this the hours are counted down. */
const soonSeconds = 3 * 86_400;

/** Until when a quest runs. */
export const QuestEnd = ({ endAt, onOver }: QuestEndProps) => {
  const left = endAt - Date.now() / 1000;
  return (
    <p className={styles.end}>
      <Icon name="clock" size={16} />
      {left <= 0 && `Ended ${formatMoment(endAt)}`}
      {left > soonSeconds && `Until ${formatMoment(endAt)}`}
      {left > 0 && left <= soonSeconds && (
        <>
          Ends in <Countdown endsAtSeconds={endAt} onTimeOver={onOver} />
        </>
      )}
    </p>
  );
};
