import type { DeviceSession } from "../../../../../resources/account/sessions.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { FactRow } from "../fact-list.tsx";

interface SessionRowProps {
  readonly session: DeviceSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

/** One session: browser, location and last use. */
export const SessionRow = ({ session, ending, onEnd }: SessionRowProps) => {
  const { device, ip, signedInAt, lastUsedAt, current } = session;
  return (
    <FactRow
      icon={/iPhone|iPad|Android/.test(device) ? "system" : "globe"}
      title={
        <>
          <strong className="fh-ellipsis">{device}</strong>
          {current && <span className="fh-badge">This browser</span>}
        </>
      }
      facts={
        <>
          {ip && <span className="fh-mono">{ip}</span>}
          <span title={formatMoment(lastUsedAt)}>
            {current ? "Active now" : `Last used ${formatRelative(lastUsedAt)}`}
          </span>
          <span title={formatMoment(signedInAt)}>Signed in {formatRelative(signedInAt)}</span>
        </>
      }
      action={
        !current && (
          <Button size="small" disabled={ending} onClick={onEnd} title={`Sign out ${device}`}>
            Sign out
          </Button>
        )
      }
    />
  );
};
