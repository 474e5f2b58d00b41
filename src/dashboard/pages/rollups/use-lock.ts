import { useQueryClient } from "@tanstack/react-query";
import { registration } from "../../../../resources/account/activation.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { callQuery, useCall } from "../../framework/data/use-call.ts";

interface Lock {
  /** False until the server has answered. */
  readonly isLocked: boolean;
  /** Waits for the server's answer; false when it can't be reached. */
  readonly check: () => Promise<boolean>;
  readonly reload: () => void;
}

/** Whether the team is on trial and can't order anything yet. Unknown for another owner's team: the server refuses there. */
export const useLock = (): Lock => {
  const isOwn = useTeam()?.type === "INDIVIDUAL";
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
