import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { rewardTasks } from "../../../../resources/operator/reward-tasks.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

type Task = Row<typeof rewardTasks>;

const resource = rewardTasks;

/** /operator/reward-tasks: what the task hub offers. */
export const Component = () => (
  <>
    <PageHeader
      title={rewardTasks.title}
      text="Tasks on the Task hub page. Edit or disable built-in tasks, or add links as tasks."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} />
  </>
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  title: (row) => <TwoLines first={(row as Task).title} second={(row as Task).desc} />,
  points: (row) => formatWhole((row as Task).points),
  claims: (row) => formatWhole((row as Task).claims),
};

const layout: ListLayout = {
  kind: { width: "170px", wideOnly: true },
  place: { width: "110px" },
  points: { width: "90px" },
  active: { width: "110px" },
  claims: { width: "110px", wideOnly: true },
};
