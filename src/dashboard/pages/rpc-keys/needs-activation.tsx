import { useTeam } from "../../flows/deploy/use-team.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

interface NeedsActivationProps {
  readonly what?: string;
  readonly onChanged: () => void;
}

/** Explains that a feature requires activation, with a button to activate. */
export const NeedsActivation = ({ what = "RPC keys", onChanged }: NeedsActivationProps) => {
  const isOwn = useTeam()?.type === "INDIVIDUAL";
  return (
    <div className="fh-table-card">
      <Empty
        icon="shield"
        title="Account activation required"
        text={
          isOwn
            ? `Your account is on trial. Activate it to use ${what}.`
            : `This team is on trial. Its owner must activate the account to use ${what}.`
        }
        action={
          isOwn && (
            <Button kind="primary" onClick={() => void showActivation().then(onChanged)}>
              Activate now
            </Button>
          )
        }
      />
    </div>
  );
};
