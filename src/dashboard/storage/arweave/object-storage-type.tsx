import { Link } from "react-router";
import {
  arweaveObject,
  sendToArweave,
  stopArweave,
  type ArweaveObjectView,
} from "../../../../resources/storage/arweave-calls.ts";
import { arweaveFreeBytes } from "../../../../resources/storage/arweave-limits.ts";
import { useRuntimeConfig } from "../../hosting/flows/use-runtime-config.ts";
import { CostNote } from "../../framework/cost/cost-note.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { SyncState } from "../../ui/states/sync-state.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { arweaveHref } from "./paths.ts";
import { foreverNote, freeNote, timeNote } from "../flows/arweave/texts.ts";
import { useMovingCall } from "./use-moving-call.ts";

interface FileProps {
  readonly bucket: string;
  readonly fileKey: string;
  /** CID of the current version. */
  readonly cid?: string | undefined;
  readonly sizeBytes: number;
}

/** A file's Arweave status, with upload, retry and cancel. */
export const ObjectStorageType = ({ bucket, fileKey, cid, sizeBytes }: FileProps) => {
  const { data, reload } = useMovingCall(arweaveObject, { query: { bucket, key: fileKey } }, isSyncing);
  const isEmbedded = useRuntimeConfig().arweave?.embedded === true;
  const mayEdit = useAllows()("edit", "arweave");
  const isOld = data && cid !== undefined && data.cid !== cid;
  if (data === undefined) return null;
  return (
    <Card title="Arweave" text={freeNote}>
      <div className="fh-row">
        {data && (
          <Link to={arweaveHref(bucket, fileKey)}>
            <SyncState state={data.state} {...(data.reason && { reason: data.reason })} />
          </Link>
        )}
        {isOld && <span className="fh-muted">Earlier version</span>}
        {!data && <span className="fh-muted">IPFS only</span>}
        {mayEdit && (!data || isOld) && <SendButton bucket={bucket} fileKey={fileKey} onDone={reload} />}
        {mayEdit && data?.state === "syncing" && <StopButton bucket={bucket} fileKey={fileKey} onDone={reload} />}
        {mayEdit && !isOld && (data?.state === "failure" || data?.state === "timeout") && (
          <RetryButton bucket={bucket} fileKey={fileKey} size="small" onDone={reload} />
        )}
      </div>
      {data?.state === "syncing" && <p className="fh-muted">{timeNote(isEmbedded)}</p>}
      {mayEdit && (!data || isOld) && sizeBytes > arweaveFreeBytes && (
        <CostNote resource="AR_STORAGE" what="Uploading to Arweave" amount={sizeBytes} />
      )}
    </Card>
  );
};

/** Reports whether the upload is in progress. */
export const isSyncing = (view: ArweaveObjectView | null): boolean => view?.state === "syncing";

interface ButtonProps extends Omit<FileProps, "cid" | "sizeBytes"> {
  readonly size?: "small";
  readonly onDone: () => void;
}

const SendButton = ({ bucket, fileKey, onDone }: ButtonProps) => {
  const isEmbedded = useRuntimeConfig().arweave?.embedded === true;
  const { act, acting } = useAct(sendToArweave, { done: "Queued for Arweave", onDone });
  const send = async () => {
    const text = `${foreverNote} ${freeNote} ${timeNote(isEmbedded)}`;
    if (await dialogs.confirm({ title: "Upload to Arweave?", text, ok: "Upload" }))
      await act({ body: { bucket, key: fileKey } });
  };
  return (
    <Button size="small" icon="archive" busy={acting} onClick={() => void send()}>
      Upload to Arweave
    </Button>
  );
};

/** Retries a failed upload. */
export const RetryButton = ({ bucket, fileKey, size, onDone }: ButtonProps) => {
  const { act, acting } = useAct(sendToArweave, { done: "Queued for Arweave", onDone });
  return (
    <Button
      {...(size && { size })}
      icon="refresh"
      busy={acting}
      onClick={() => void act({ body: { bucket, key: fileKey } })}
    >
      Try again
    </Button>
  );
};

const tooLate = "The upload has already started and can't be cancelled.";

const StopButton = ({ bucket, fileKey, onDone }: ButtonProps) => {
  const { act, acting } = useAct(stopArweave, {
    onDone: ({ stopped }) => {
      toast(stopped ? "Removed from queue" : tooLate, stopped ? "success" : "error");
      onDone();
    },
  });
  return (
    <Button size="small" busy={acting} onClick={() => void act({ body: { bucket, key: fileKey } })}>
      Remove from queue
    </Button>
  );
};
