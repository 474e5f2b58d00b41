import { useState } from "react";
import {
  listBucketAddresses,
  setBucketAddress,
  type BucketAddress,
} from "../../../../resources/bucket/domain-calls.ts";
import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { AddressDialog } from "./address-dialog.tsx";

type Addressed = Required<BucketAddress>;

const columns: readonly Column<Addressed>[] = [
  { key: "bucketName", title: "Bucket", cell: ({ bucketName }) => <span title={bucketName}>{bucketName}</span> },
  {
    key: "url",
    title: "Address",
    cell: ({ url }) => <CopyText text={url} label="address" />,
    width: "56%",
  },
];

/** Buckets that everybody reads at an address of this cloud. */
export const AddressesCard = () => {
  const { data, error, reload } = useCall(listBucketAddresses);
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useAllows()("edit", bucketDomains.name);
  const { act } = useAct(setBucketAddress, { done: "Taken away", onDone: reload });
  const rows = data?.list.filter((bucket): bucket is Addressed => bucket.url !== undefined);
  const takeAway = async ({ bucketName, url }: Addressed) => {
    const text = `Nobody reads ${bucketName} at ${new URL(url).host} any more, and others may take that name.`;
    if (await dialogs.confirm({ title: "Take the address away", text, ok: "Take away", danger: true }))
      void act({ params: { bucketName }, body: { on: false } });
  };
  return (
    <Card
      title="Addresses of this cloud"
      text="Without a domain of your own: a host name of this cloud that shows a bucket's files to everybody."
      actions={mayEdit && <Button onClick={() => setOpen(true)}>Give a bucket an address</Button>}
      flush
    >
      <DataTable<Addressed>
        label="Addresses of this cloud"
        columns={columns}
        rows={rows}
        rowKey={({ bucketName }) => bucketName}
        rowActions={(row) => [
          { label: "Visit", icon: "external", to: row.url },
          ...(mayEdit
            ? [{ label: "Take away", icon: "trash" as const, danger: true, onSelect: () => void takeAway(row) }]
            : []),
        ]}
        skeletonRows={1}
        empty={
          <Empty
            icon="bucket"
            title="No bucket has an address"
            text="Their files are read with access keys, or as a bucket's policy allows."
          />
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      {isOpen && (
        <AddressDialog
          onClose={() => setOpen(false)}
          onGiven={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </Card>
  );
};
