import { useState } from "react";
import { toast } from "../../../src/dashboard/ui/toast/toast.ts";
import { Button } from "../../../src/dashboard/ui/button.tsx";
import { Countdown } from "../../../src/dashboard/ui/states/countdown.tsx";
import { LoadingCard } from "../../../src/dashboard/ui/states/loading-card.tsx";
import { Skeleton } from "../../../src/dashboard/ui/states/skeleton.tsx";
import { Spinner } from "../../../src/dashboard/ui/states/spinner.tsx";
import { State } from "../../../src/dashboard/ui/states/state.tsx";
import { StatusTag } from "../../../src/dashboard/ui/states/status-tag.tsx";
import { SyncState } from "../../../src/dashboard/ui/states/sync-state.tsx";
import type { GalleryEntry } from "../entry.ts";

const builds = ["queued", "pending", "running", "syncing", "success", "failure", "timeout", "cancelled"];
const syncs = ["waiting", "syncing", "synced", "timeout", "failure"] as const;

const Ending = () => {
  const [endsAtSeconds, setEnd] = useState<number>();
  const start = () => setEnd(Math.ceil(Date.now() / 1000) + 3);
  return (
    <>
      {endsAtSeconds && <Countdown endsAtSeconds={endsAtSeconds} onTimeOver={() => toast("Offer ended")} />}
      <Button size="small" onClick={start}>
        Start countdown
      </Button>
    </>
  );
};

const OfferEnd = () => {
  const [endsAtSeconds] = useState(() => Math.floor(Date.now() / 1000) + 259_200);
  return <Countdown endsAtSeconds={endsAtSeconds} />;
};

export const states: GalleryEntry = {
  id: "states",
  title: "States",
  states: [
    {
      title: "Locked",
      content: <State kind="locked" title="Account activation required" text="Activate it to use RPC keys." />,
    },
    {
      title: "Refused",
      content: <State kind="refused" title="Access denied" text="Ask the owner of the team for access." />,
    },
    { title: "Builds", content: builds.map((state) => <StatusTag key={state} state={state} />) },
    { title: "Sync", content: syncs.map((state) => <SyncState key={state} state={state} />) },
    {
      title: "Failed sync with a reason",
      content: <SyncState state="failure" reason="The destination network requires a higher fee than the limit" />,
    },
    { title: "Offer countdown", content: <OfferEnd /> },
    { title: "Countdown ended", content: <Countdown endsAtSeconds={0} /> },
    { title: "Countdown with an end event", content: <Ending /> },
    {
      title: "Loading",
      content: (
        <>
          <Spinner />
          <Skeleton lines={3} />
          <LoadingCard
            title="Webhook"
            text="Receives events of your team."
            error={undefined}
            onRetry={() => undefined}
          />
        </>
      ),
    },
  ],
};
