import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { Button } from "../../../ui/button.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { useEnding } from "../use-ending.ts";

interface EndingCardProps {
  readonly rollup: RollupDetail;
  readonly onEnded: () => void;
}

/** Termination of a rollup. */
export const EndingCard = ({ rollup, onEnded }: EndingCardProps) => {
  const { terminate, ending } = useEnding(rollup, onEnded);
  return (
    <DangerCard text="Terminating stops the chain permanently for all users. Payments are not refunded.">
      <Button kind="danger" busy={ending} onClick={() => void terminate()}>
        Terminate rollup
      </Button>
    </DangerCard>
  );
};
