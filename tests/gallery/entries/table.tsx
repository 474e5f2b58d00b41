import { useState } from "react";
import { pageSizes } from "../../../resources/limits.ts";
import { formatBytes } from "../../../src/dashboard/lib/format/bytes.ts";
import { formatDay } from "../../../src/dashboard/lib/format/date.ts";
import { Button } from "../../../src/dashboard/ui/button.tsx";
import { DataTable } from "../../../src/dashboard/ui/table/data-table.tsx";
import type { Column } from "../../../src/dashboard/ui/table/data-table-types.ts";
import { Empty } from "../../../src/dashboard/ui/states/empty.tsx";
import { ErrorState } from "../../../src/dashboard/ui/states/error-state.tsx";
import { Pagination } from "../../../src/dashboard/ui/table/pagination.tsx";
import { SelectionBar } from "../../../src/dashboard/ui/table/selection-bar.tsx";
import { StatusTag } from "../../../src/dashboard/ui/states/status-tag.tsx";
import { TwoLines } from "../../../src/dashboard/ui/panels/two-lines.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

interface Site {
  readonly name: string;
  readonly state: string;
  readonly bytes: number;
  readonly time: number;
}

const sites: readonly Site[] = [
  { name: "blog", state: "success", bytes: 1536, time: 1_790_000_000 },
  { name: "shop", state: "running", bytes: 5_000_000, time: 1_789_000_000 },
  { name: longText, state: "failure", bytes: 0, time: 1_788_000_000 },
];
const columns: readonly Column<Site>[] = [
  { key: "name", title: "Name", cell: ({ name }) => <TwoLines first={name} second="static" />, sortable: true },
  { key: "state", title: "Status", cell: ({ state }) => <StatusTag state={state} />, width: "140px" },
  { key: "bytes", title: "Size", cell: ({ bytes }) => formatBytes(bytes), width: "110px", align: "end" },
  { key: "time", title: "Created", cell: ({ time }) => formatDay(time), width: "140px", wideOnly: true },
];

const Sites = ({ rows, error }: { rows?: readonly Site[]; error?: string }) => (
  <DataTable<Site>
    label="Sites"
    columns={columns}
    rows={rows}
    rowKey={({ name }) => name}
    rowActions={() => [{ label: "Delete", icon: "trash", danger: true }]}
    skeletonRows={3}
    sort="name"
    onSort={() => undefined}
    empty={<Empty title="No sites yet" text="Deploy a site to see it here." action={<Button>Deploy site</Button>} />}
    error={error && <ErrorState message={error} onRetry={() => undefined} />}
  />
);

const Pages = ({ total }: { readonly total: number }) => {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(10);
  return (
    <Pagination page={page} pageSize={size} total={total} onPage={setPage} sizes={pageSizes} onPageSize={setSize} />
  );
};

export const table: GalleryEntry = {
  id: "table",
  title: "Table and pagination",
  states: [
    { title: "Full", content: <Sites rows={sites} /> },
    { title: "Loading", content: <Sites /> },
    { title: "Empty", content: <Sites rows={[]} /> },
    { title: "Error", content: <Sites error="Can't reach the server." /> },
    {
      title: "Actions on selected rows",
      content: (
        <SelectionBar text="2 selected" onClear={() => undefined}>
          <Button icon="trash">Delete</Button>
        </SelectionBar>
      ),
    },
    { title: "Pages, seven visible", content: <Pages total={12_345} /> },
    { title: "One page: hidden", content: <Pages total={9} /> },
  ],
};
