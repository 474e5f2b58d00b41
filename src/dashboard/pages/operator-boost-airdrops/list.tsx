import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { boostAirdrops } from "../../../../resources/operator/boost-airdrops.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { PageHeader } from "../../ui/page-header.tsx";

type Airdrop = Row<typeof boostAirdrops>;

const resource = boostAirdrops;

/** /operator/boost-airdrops: what is announced, and what came of it at its snapshot. */
export const Component = () => (
  <>
    <PageHeader
      title={boostAirdrops.title}
      text="Every node sees the snapshot time and, afterwards, its share in proportion to its points at that time. After the snapshot, export the unpaid shares and send the tokens: each share is exported for payment once."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} emptyAction={<CreateButton resource={resource} />} />
  </>
);

const exact = (amount: string | undefined) =>
  amount === undefined ? (
    <span className="fh-muted">–</span>
  ) : (
    <span title={formatPointsExactly(amount)}>{formatPoints(amount)}</span>
  );

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  total: (row) => exact((row as Airdrop).total),
  shared: (row) => exact((row as Airdrop).shared),
};

const layout: ListLayout = {
  total: { width: "170px" },
  snapshotAt: { width: "164px" },
  state: { width: "140px" },
  nodes: { width: "110px", wideOnly: true },
  shared: { width: "170px", wideOnly: true },
};
