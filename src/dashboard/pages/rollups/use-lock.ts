import { registration } from "../../../../resources/account/activation.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useCall } from "../../framework/data/use-call.ts";

/** Whether the team is on trial and can order nothing yet. Of another's account nothing is known: there the cloud says it. */
export const useLock = (): { readonly isLocked: boolean; readonly reload: () => void } => {
  const isOwn = useTeam()?.type === "INDIVIDUAL";
  const { data, reload } = useCall(registration, { enabled: isOwn });
  return { isLocked: isOwn && data?.handled === false, reload };
};
