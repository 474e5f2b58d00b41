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
        title={`${what} need an activated account`}
        text={
          isOwn
            ? "The trial has none. Activate your account, and you can make them here."
            : "The trial has none. Once the team's owner has activated the account, you can make them here."
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
