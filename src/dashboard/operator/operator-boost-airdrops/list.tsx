import { boostAirdrops } from "../../../../resources/operator/boost-airdrops.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";

/** /operator/boost-airdrops */
export const Component = () => <ListPage resource={boostAirdrops} cells={cells} />;

const points = (amount: string | undefined) =>
  amount === undefined ? (
    <span className="fh-muted">–</span>
  ) : (
    <span title={formatPointsExactly(amount)}>{formatPoints(amount)}</span>
  );

const cells: Cells<typeof boostAirdrops> = {
  total: ({ total }) => points(total),
  shared: ({ shared }) => points(shared),
};
