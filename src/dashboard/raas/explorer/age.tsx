import { useEffect, useState } from "react";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";

const updateMs = 10_000;

/** Relative time, exact on hover. */
export const Age = ({ seconds }: { readonly seconds: number }) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), updateMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={formatMoment(seconds)}>
      {formatRelative(seconds, Math.max(now, seconds * 1000))}
    </time>
  );
};
