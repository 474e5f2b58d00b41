import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { quests } from "../../../../resources/operator/quests.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

type Quest = Row<typeof quests>;

const resource = quests;

/** /operator/quests: quests of the Elite quest page and how many users completed each. */
export const Component = () => (
  <>
    <PageHeader
      title={quests.title}
      text="Quests on the Elite quest page, each with a reward in points. Changes don't affect claimed rewards."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} emptyAction={<CreateButton resource={resource} />} />
  </>
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  title: (row) => <TwoLines first={(row as Quest).title} second={(row as Quest).desc} />,
  points: (row) => formatWhole((row as Quest).points),
  claims: (row) => formatWhole((row as Quest).claims),
};

const layout: ListLayout = {
  proof: { width: "210px", wideOnly: true },
  points: { width: "90px" },
  state: { width: "110px" },
  endsAt: { width: "150px", wideOnly: true },
  claims: { width: "100px" },
};
