import type { ReactNode } from "react";
import type { Row } from "../../../../resources/define.ts";
import { boostTasks } from "../../../../resources/operator/boost-tasks.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

type Task = Row<typeof boostTasks>;

const resource = boostTasks;
const { group: groups, proof: proofs } = boostTasks.fields;

/** /operator/boost-tasks: what an operator lets people do for points, beside the tasks of every cloud. */
export const Component = () => (
  <>
    <PageHeader
      title={boostTasks.title}
      text="Custom tasks in addition to the built-in ones. Activity on this server is verified. External activity is not, and users see that."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList
      resource={resource}
      cells={cells}
      layout={layout}
      without={["group", "proof"]}
      emptyAction={<CreateButton resource={resource} />}
    />
  </>
);

/** The name, and below it where it is shown and how it is proved. */
const Name = ({ name, group, proof }: Task) => (
  <TwoLines
    first={
      <span className="fh-ellipsis" title={name}>
        {name}
      </span>
    }
    second={`${groups.labels?.[group] ?? group} · ${proofs.labels?.[proof] ?? proof}`}
  />
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  name: (row) => <Name {...(row as Task)} />,
};

const layout: ListLayout = {
  reward: { width: "210px" },
  state: { width: "130px" },
  done: { width: "100px" },
  createdAt: { width: "164px", wideOnly: true },
};
