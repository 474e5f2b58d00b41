import {
  type DeviceSession,
  endOtherSessions,
  endSession,
  sessions,
} from "../../../../../resources/account/sessions.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { FactList, FactRow } from "../fact-list.tsx";

const endOthersText = "All other browsers are signed out immediately. Their unsaved drafts are kept.";

/** The user's sessions. */
export const SessionsTab = () => {
  const { data, error, reload } = useCall(sessions);
  const end = useAct(endSession, { done: "Signed out", onDone: reload });
  const endOthers = useAct(endOtherSessions, { done: "Signed out of all other sessions", onDone: reload });
  const others = data?.items.some(({ current }) => !current) ?? false;

  const askToEndOthers = async (): Promise<void> => {
    const question = { title: "Sign out of all other sessions?", text: endOthersText, ok: "Sign out", danger: true };
    if (await dialogs.confirm(question)) await endOthers.act();
  };

  return (
    <Card
      title="Sessions"
      text="Browsers signed in to your account. Sign out any you don't recognize."
      actions={
        others && (
          <Button busy={endOthers.acting} onClick={() => void askToEndOthers()}>
            Sign out all others
          </Button>
        )
      }
    >
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!error && !data && <Skeleton lines={3} />}
      {data && (
        <FactList label="Sessions">
          {data.items.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={end.acting}
              onEnd={() => void end.act({ params: { id: session.id } })}
            />
          ))}
        </FactList>
      )}
    </Card>
  );
};

interface SessionRowProps {
  readonly session: DeviceSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

/** One session: browser, location and last use. */
const SessionRow = ({ session, ending, onEnd }: SessionRowProps) => {
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
