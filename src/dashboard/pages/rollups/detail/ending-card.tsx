import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { useEnding } from "../use-ending.ts";

interface EndingCardProps {
  readonly rollup: RollupDetail;
  readonly onEnded: () => void;
}

/** The end of a rollup before its time. */
export const EndingCard = ({ rollup, onEnded }: EndingCardProps) => {
  const { terminate, ending } = useEnding(rollup, onEnded);
  return (
    <DangerCard text="Terminating stops the chain for everybody who uses it, and it does not come back. What was paid is not given back.">
      <Button kind="danger" busy={ending} onClick={() => void terminate()}>
        Terminate
      </Button>
    </DangerCard>
  );
};
