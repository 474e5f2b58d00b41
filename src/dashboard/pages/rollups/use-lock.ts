import { useQueryClient } from "@tanstack/react-query";
import { registration } from "../../../../resources/account/activation.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { callQuery, useCall } from "../../framework/data/use-call.ts";

interface Lock {
  /** False while loading. */
  readonly isLocked: boolean;
  /** Waits for the server's reply. Resolves to false if it can't be reached. */
  readonly check: () => Promise<boolean>;
  readonly reload: () => void;
}

/** Reports whether activation is required. Unknown for another owner's team, where the server enforces it. */
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
