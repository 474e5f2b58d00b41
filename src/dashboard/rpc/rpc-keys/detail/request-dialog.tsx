import { rpcPayloadMax } from "../../../../../resources/rpc/limits.ts";
import { rpcLogRequest, type RpcLogRequest } from "../../../../../resources/rpc/stat-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { nodeLabel } from "../chains.ts";
import { explainError, methodOf } from "../explain.ts";
import styles from "./request-dialog.module.css";

interface RequestDialogProps {
  readonly keyId: string;
  readonly requestId: string;
  /** Returns a chain's name. */
  readonly nameOf: (chain: string) => string;
  readonly onClose: () => void;
}

/** A refused or failed request: why, from where, and what it contained. */
export const RequestDialog = ({ keyId, requestId, nameOf, onClose }: RequestDialogProps) => {
  const { data, error, reload } = useCall(rpcLogRequest, { params: { id: keyId, requestId } });
  return (
    <Dialog
      title={data ? methodOf(data.method) : "Request"}
      width={650}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data ? (
        <Request request={data} chain={nameOf(data.chain)} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={reload} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  );
};

const Request = ({ request, chain }: { readonly request: RpcLogRequest; readonly chain: string }) => {
  const { at, code, error, reason, ms, units, upstream, origin, agent, params, data } = request;
  const advice = code === null ? undefined : explainError({ code, reason });
  return (
    <div className="fh-stack">
      <div className={styles.error}>
        <StatusTag state="failed" label={`Error ${code}`} />
        <strong>{error}</strong>
        {advice && <span className="fh-muted">{advice}</span>}
      </div>
      <DescriptionList
        facts={[
          ...(reason === null ? [] : [{ label: "Reason", value: <code>{reason}</code> }]),
          { label: "Time", value: formatMoment(at) },
          { label: "Chain", value: chain },
          { label: "Duration", value: ms === 0 ? "<1 ms" : formatMilliseconds(ms) },
          { label: "Compute units", value: formatWhole(units) },
          { label: "Served by", value: nodeLabel(upstream) ?? "–" },
          { label: "Origin", value: <span className={styles.text}>{origin ?? "–"}</span> },
          { label: "User agent", value: <span className={styles.text}>{agent ?? "–"}</span> },
        ]}
      />
      <section>
        <h3 className={styles.title}>Parameters</h3>
        {params === null ? (
          <p className="fh-muted">None were kept.</p>
        ) : (
          <CodeBlock label="parameters" code={readable(params)} />
        )}
      </section>
      {data !== null && (
        <section>
          <h3 className={styles.title}>Error data</h3>
          <CodeBlock label="error data" code={readable(data)} />
        </section>
      )}
      <p className="fh-muted">
        Parameters are kept without keys, tokens and passwords, up to {formatWhole(rpcPayloadMax)} characters, and only
        of requests with an error.
      </p>
    </div>
  );
};

/** Indents JSON; a cut one stays as it is. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};
