import { boostProjects } from "../../../../resources/operator/boost-projects.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

/** /operator/boost-projects: what nodes can claim once each, and how much of it is left. */
export const Component = () => <ListPage resource={boostProjects} cells={cells} />;

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

const cells: Cells<typeof boostProjects> = {
  pointsGiven: ({ pointsGiven, pointsPot }) => <Distributed given={pointsGiven} pot={pointsPot} />,
  usdGiven: ({ usdGiven, usdPot }) => <Distributed given={usdGiven} pot={usdPot} />,
};
