import type { Row } from "../../../../resources/declare/define.ts";
import { boostTasks } from "../../../../resources/operator/boost-tasks.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

type Task = Row<typeof boostTasks>;
const { group: groups, proof: proofs } = boostTasks.fields;

/** /operator/boost-tasks: what an operator lets people do for points, beside the tasks of every cloud. */
export const Component = () => <ListPage resource={boostTasks} cells={cells} />;

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

const cells: Cells<typeof boostTasks> = {
  name: (row) => <Name {...row} />,
};
