import { rewardTasks } from "../../../../resources/operator/reward-tasks.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { formatWhole } from "../../lib/format/count.ts";

/** /operator/reward-tasks */
export const Component = () => (
  <ListPage
    resource={rewardTasks}
    cells={{ points: ({ points }) => formatWhole(points), claims: ({ claims }) => formatWhole(claims) }}
  />
);
