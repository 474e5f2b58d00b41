import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { Countdown } from "../../ui/countdown.tsx";

interface ExpiryProps {
  /** Integer Unix seconds; null before the first term begins. */
  readonly at: number | null;
  readonly onOver?: () => void;
}

/** Nearer than this, seconds count. */
const nearSeconds = 86_400;

/** When a rollup's time is over: a countdown on its last day. */
export const Expiry = ({ at, onOver }: ExpiryProps) => {
  if (at === null) return <span className="fh-muted">–</span>;
  const left = at - Date.now() / 1000;
  if (left > 0 && left < nearSeconds) return <Countdown endsAtSeconds={at} {...(onOver && { onTimeOver: onOver })} />;
  return <time title={formatMoment(at)}>{left > 0 ? formatRelative(at) : "Expired"}</time>;
};
