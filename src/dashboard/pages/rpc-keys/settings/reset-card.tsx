import { Link } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { resetRpcKey } from "../../../../../resources/rpc/key-calls.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { rpcOverlapSeconds } from "../../../../../resources/rpc/limits.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import type { ShownKey } from "../use-rpc-key.ts";

interface ResetCardProps {
  readonly shown: ShownKey;
  readonly onReset: () => void;
}

const overlap = `${rpcOverlapSeconds / 3600} hours`;

/** Replaces the key. The current key keeps working for a while, so that clients can be updated. */
export const ResetCard = ({ shown: { id, name, previousUntil }, onReset }: ResetCardProps) => {
  const { act, acting } = useAct(resetRpcKey, { done: "Key reset", onDone: onReset });
  const ask = async () => {
    const earlier = previousUntil === undefined ? "" : " The key from before the last reset stops immediately.";
    const text = `All URLs get a new key. The current key works for another ${overlap}.${earlier}`;
    if (await dialogs.confirm({ title: `Reset key ${name}?`, text, ok: "Reset key", danger: true }))
      void act({ params: { id } });
  };
  return (
    <Card
      title="Reset"
      text={`Replaces the key, for example after a leak. The current key works for another ${overlap}.`}
      actions={
        <Button icon="refresh" busy={acting} onClick={() => void ask()}>
          Reset key
        </Button>
      }
    >
      {previousUntil === undefined ? undefined : (
        <p role="status">
          The previous key works until {formatMoment(previousUntil)}.{" "}
          <Link to={href(rpcKeys, "show", { name, id })}>View new URLs</Link>
        </p>
      )}
    </Card>
  );
};
