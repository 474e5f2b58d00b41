import {
  arweaveBucket,
  type ArweaveSyncState,
  syncArweaveBucket,
} from "../../../../resources/storage/arweave-calls.ts";
import { useRuntimeConfig } from "../../hosting/flows/use-runtime-config.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Card } from "../../ui/panels/card.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { embeddedNote, foreverNote, freeNote, timeNote } from "../flows/arweave/texts.ts";
import { useMovingCall } from "./use-moving-call.ts";

/** Formats a count with its noun: "1 file is", "1,200 files are". */
const formatCounted = (count: number, one: string, many: string): string =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;

const options = [
  { value: "IPFS", label: "IPFS" },
  { value: "ARWEAVE", label: "Arweave" },
] as const;

/** A bucket's storage type: IPFS only, or IPFS and Arweave. */
export const BucketStorageType = ({ bucket }: { readonly bucket: string }) => {
  const params = { name: bucket };
  const { data, error, reload } = useMovingCall(arweaveBucket, { params }, isMoving);
  const { act, acting } = useAct(syncArweaveBucket, { onDone: reload });
  const mayEdit = useAllows()("edit", "arweave");
  const isEmbedded = useRuntimeConfig().arweave?.embedded === true;
  const change = async (value: "IPFS" | "ARWEAVE") => {
    const sync = value === "ARWEAVE";
    if (
      sync &&
      !(await dialogs.confirm({
        title: "Store this bucket on Arweave?",
        text: `${question} ${timeNote(isEmbedded)}`,
        ok: "Store on Arweave",
      }))
    )
      return;
    await act({ params, body: { sync } });
  };
  return (
    <Card title="Storage type" text={isEmbedded ? `${freeNote} ${embeddedNote}` : freeNote}>
      {data ? (
        <div className="fh-stack">
          <div className="fh-row">
            <Segmented
              label="Storage type"
              options={options}
              value={data.state === "on" ? "ARWEAVE" : "IPFS"}
              disabled={!mayEdit || acting}
              onChange={(value) => void change(value)}
            />
          </div>
          <p className="fh-muted" role="status">
            {messageOf(data.state, data.syncing)}
          </p>
          {mayEdit && <RateNote resource="AR_STORAGE" />}
        </div>
      ) : (
        <Skeleton lines={2} />
      )}
      {error && !data && <p className="fh-muted">{error.message}</p>}
    </Card>
  );
};

const isMoving = ({ state, syncing }: { readonly state: ArweaveSyncState; readonly syncing: number }): boolean =>
  syncing > 0 || state === "closing";

const question = `All current and future files of this bucket are uploaded to Arweave. ${foreverNote}`;

const messageOf = (state: ArweaveSyncState, syncing: number): string => {
  const syncNote = syncing === 0 ? "" : ` ${formatCounted(syncing, "file is", "files are")} syncing.`;
  if (state === "on") return `Files are stored on IPFS, and each version is also uploaded to Arweave.${syncNote}`;
  if (state === "closing") return `Stopping. New files are not uploaded to Arweave.${syncNote}`;
  return `Files are stored on IPFS. Files already on Arweave stay there.${syncNote}`;
};
