import { teamUsage } from "../../../../resources/cloud/overview.ts";
import { useCall } from "../../framework/data/use-call.ts";

/** Compute units of the team's packages: used and allowed since the package started, and when it resets. */
export const usePackageUnits = () => {
  const { data } = useCall(teamUsage);
  if (!data) return undefined;
  const units = data.items.find(({ resourceType }) => resourceType === "COMPUTE_UNIT");
  return { used: units?.used ?? 0, allowed: units?.allowed ?? 0, endsAt: data.endsAt };
};
