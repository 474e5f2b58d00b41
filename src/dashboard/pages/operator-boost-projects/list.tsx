import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { boostProjects } from "../../../../resources/operator/boost-projects.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

type Project = Row<typeof boostProjects>;

const resource = boostProjects;

/** /operator/boost-projects: what nodes can claim once each, and how much of it is left. */
export const Component = () => (
  <>
    <PageHeader
      title={boostProjects.title}
      text="Each node can claim a project's reward once, until its total is used up."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} emptyAction={<CreateButton resource={resource} />} />
  </>
);

interface GivenProps {
  readonly given: string;
  readonly pot: string | undefined;
}

/** What was given, and below it of how much; a dash where there is no pot. */
const Distributed = ({ given, pot = "0" }: GivenProps) => {
  if (pot === "0") return <span className="fh-muted">–</span>;
  const title = `${formatPointsExactly(given)} of ${formatPointsExactly(pot)}`;
  return <TwoLines first={<span title={title}>{formatPoints(given)}</span>} second={`of ${formatPoints(pot)}`} />;
};

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  name: (row) => <TwoLines first={(row as Project).name} second={(row as Project).gives} />,
  pointsGiven: (row) => <Distributed given={(row as Project).pointsGiven} pot={(row as Project).pointsPot} />,
  usdGiven: (row) => <Distributed given={(row as Project).usdGiven} pot={(row as Project).usdPot} />,
};

const layout: ListLayout = {
  state: { width: "130px" },
  pointsGiven: { width: "140px" },
  usdGiven: { width: "140px" },
  startsAt: { width: "164px", wideOnly: true },
  endsAt: { width: "150px" },
};
