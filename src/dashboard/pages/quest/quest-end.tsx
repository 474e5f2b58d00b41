import { formatMoment } from "../../lib/format/date.ts";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./quest.module.css";

interface QuestEndProps {
  /** Unix seconds. */
  readonly endAt: number;
  readonly onOver: () => void;
}

/** Shows a countdown within this time of the end. */
const soonSeconds = 3 * 86_400;

/** End of a quest. */
export const QuestEnd = ({ endAt, onOver }: QuestEndProps) => {
  const when = whenOf(endAt);
  return (
    <p className={styles.end}>
      <Icon name="clock" size={16} />
      {when === "ended" && `Ended ${formatMoment(endAt)}`}
      {when === "later" && `Until ${formatMoment(endAt)}`}
      {when === "soon" && (
        <>
          Ends in <Countdown endsAtSeconds={endAt} onTimeOver={onOver} />
        </>
      )}
    </p>
  );
};

const whenOf = (endAt: number): "ended" | "soon" | "later" => {
  const left = endAt - Date.now() / 1000;
  if (left <= 0) return "ended";
  return left <= soonSeconds ? "soon" : "later";
};
