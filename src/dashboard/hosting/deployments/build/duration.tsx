import { useEffect, useState } from "react";
import type { Row } from "../../../../../resources/declare/define.ts";
import type { deployments } from "../../../../../resources/hosting/deployments.ts";
import { clockTickMs } from "../../../../../resources/limits.ts";
import { formatDuration } from "../../../lib/format/duration.ts";

interface DurationProps {
  /** Unix seconds. Undefined before the start. */
  readonly startedAt: number | undefined;
  readonly seconds: number | undefined;
}

/** Duration of a build. Keeps counting while it runs. */
export const Duration = ({ startedAt, seconds }: DurationProps) => {
  const running = startedAt !== undefined && seconds === undefined;
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), clockTickMs);
    return () => clearInterval(timer);
  }, [running]);
  if (seconds !== undefined) return formatDuration(seconds);
  return startedAt === undefined ? <span className="fh-muted">–</span> : formatDuration(nowMs / 1000 - startedAt);
};

/** Returns the duration of an ended build, or 0 if it never started. */
export const secondsOf = ({ startedAt, endedAt, durationSeconds }: Row<typeof deployments>): number | undefined =>
  durationSeconds ?? (endedAt !== undefined && startedAt === undefined ? 0 : undefined);
