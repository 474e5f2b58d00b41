/** What needs an activated account: whether it is locked, and what is shown instead. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { registration } from "../../../../../resources/chains/activation.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { callQuery, useCall } from "../../../framework/data/use-call.ts";
import type { LockProps } from "../../../framework/lock-context.ts";
import { Button } from "../../../ui/button.tsx";
import { State } from "../../../ui/states/state.tsx";
import { session } from "../../../api/session/session.ts";
import { showActivation } from "./show-activation.tsx";

interface ActivationLock {
  /** False while loading. */
  readonly isLocked: boolean;
  /** Waits for the server's reply. Resolves to false if it can't be reached. */
  readonly check: () => Promise<boolean>;
  readonly reload: () => void;
}

/** Reports whether activation is required. Unknown for another owner's team, where the server enforces it. */
export const useActivationLock = (): ActivationLock => {
  const isOwn = useTeamType() === "INDIVIDUAL";
  const client = useQueryClient();
  const send = useSend();
  const { data, reload } = useCall(registration, { enabled: isOwn });
  const check = async (): Promise<boolean> => {
    if (!isOwn) return false;
    const answer = await client.ensureQueryData(callQuery(send, registration, {})).catch(() => undefined);
    return answer?.handled === false;
  };
  return { isLocked: isOwn && data?.handled === false, check, reload };
};

const useTeamType = () => useSyncExternalStore(session.subscribe, () => session.get().team?.type);

interface NeedsActivationProps {
  readonly what: string;
  readonly onChanged: () => void;
}

/** Explains that a feature requires activation, with a button to activate. */
export const NeedsActivation = ({ what, onChanged }: NeedsActivationProps) => {
  const isOwn = useTeamType() === "INDIVIDUAL";
  return (
    <div className="fh-table-card">
      <State
        kind="locked"
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

/** The lock of resources that declare `needs: "activation"`. */
export const ActivationLock = ({ what, onState }: LockProps) => {
  const { isLocked, reload } = useActivationLock();
  useEffect(() => onState?.(isLocked), [onState, isLocked]);
  return onState ? null : <NeedsActivation what={what} onChanged={reload} />;
};
