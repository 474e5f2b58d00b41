import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { pointOverview, points } from "../../../../resources/rewards/points.ts";
import { dailyActivities, newbieActivities, progressActivities } from "../../../../resources/rewards/activity-calls.ts";
import { questList } from "../../../../resources/rewards/quest-calls.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { invitationOverview, invitedUsers } from "../../../../resources/rewards/referral-calls.ts";

const rewardCalls: ReadonlySet<unknown> = new Set(
  [pointOverview, dailyActivities, newbieActivities, progressActivities, questList, invitationOverview].map(
    ({ call }) => call,
  ),
);

/** Call after collecting points: reloads all rewards data on the screen. */
export const useRewardsChanged = (): (() => void) => {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => rewardCalls.has(queryKey[1]) });
    for (const { name } of [points, invitedUsers]) void client.invalidateQueries({ queryKey: resourceKey(name) });
  }, [client]);
};
