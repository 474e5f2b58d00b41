import { useTeam } from "../../flows/deploy/use-team.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";

interface NeedsActivationProps {
  readonly what?: string;
  readonly onChanged: () => void;
}

/** Why a team on trial has no keys, and the way out. */
export const NeedsActivation = ({ what = "RPC keys", onChanged }: NeedsActivationProps) => {
  const isOwn = useTeam()?.type === "INDIVIDUAL";
  return (
    <div className="fh-table-card">
      <Empty
        icon="shield"
        title={`${what} require an activated account`}
        text={
          isOwn
            ? "Your account is on trial. Activate it to create them."
            : "This team is on trial. Its owner must activate the account first."
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
