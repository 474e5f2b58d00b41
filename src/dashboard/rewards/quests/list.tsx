import { quests } from "../../../../resources/operator/quests.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { formatWhole } from "../../lib/format/count.ts";

/** /operator/quests */
export const Component = () => (
  <ListPage
    resource={quests}
    cells={{ points: ({ points }) => formatWhole(points), claims: ({ claims }) => formatWhole(claims) }}
  />
);
