import { Link } from "react-router";
import { href } from "../../../../resources/href.ts";
import { rollupRequests } from "../../../../resources/operator/rollup-requests.ts";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { textOf } from "../../lib/text-of.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

/** /operator/rollups: everybody's rollups, and applications that are to be answered. */
export const Component = () => (
  <>
    <PageHeader
      title={rollupRequests.title}
      text="Rollups of all teams. One-click orders run automatically. Applications need your offer and, once paid, your handover."
    />
    <RecordList resource={rollupRequests} cells={cells} layout={layout} />
  </>
);

const cells = {
  name: ({ id, name, wish }: Readonly<Record<string, unknown>>) => (
    <TwoLines
      first={<Link to={href(rollupRequests, "edit", { id: textOf(id) })}>{textOf(name)}</Link>}
      second={textOf(wish)}
    />
  ),
};

const layout: ListLayout = {
  team: { width: "160px" },
  kind: { width: "120px" },
  state: { width: "160px" },
  expiresAt: { width: "120px", wideOnly: true },
  createdAt: { width: "150px", wideOnly: true },
};
