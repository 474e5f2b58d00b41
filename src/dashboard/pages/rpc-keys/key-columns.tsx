import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import type { RpcKey } from "./use-rpc-keys.ts";

const { fields } = rpcKeys;

export const keyColumns: readonly Column<RpcKey>[] = [
  {
    key: "name",
    title: "Name",
    cell: ({ name, notes }) => (
      <TwoLines first={<span title={name}>{name}</span>} second={notes && <span title={notes}>{notes}</span>} />
    ),
  },
  { key: "type", title: "Type", cell: ({ type }) => cell(fields.type, type), width: "150px" },
  {
    key: "active",
    title: "Status",
    cell: ({ active }) => <KeyState active={active} />,
    width: "110px",
  },
  {
    key: "requests",
    title: "Requests, 30 days",
    cell: ({ requests }) => cell(fields.requests, requests),
    width: "170px",
    align: "end",
  },
];

/** Status of a key: active or inactive. */
export const KeyState = ({ active }: Pick<RpcKey, "active">) =>
  active ? <StatusTag state="online" label="Active" /> : <StatusTag state="off" label="Inactive" />;
