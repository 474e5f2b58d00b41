import { RowTable, type RowCells } from "../../framework/pages/row-table.tsx";
import { useState } from "react";
import {
  bucketAddresses,
  listBucketAddresses,
  setBucketAddress,
  type BucketAddress,
} from "../../../../resources/storage/domain-calls.ts";
import { bucketDomains } from "../../../../resources/storage/domains.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { callForm, FormDialog } from "../../framework/forms/form.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { useBucketMenu } from "./bucket-menu.tsx";
import { Publishes } from "./publishes.tsx";

type Addressed = Required<BucketAddress>;

const cells: RowCells<Addressed> = { url: ({ url }) => <CopyText text={url} label="address" /> };

/** Buckets with a public address on this server. */
export const AddressesCard = () => {
  const { data, error, reload } = useCall(listBucketAddresses);
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useAllows()("edit", bucketDomains.name);
  const { act } = useAct(setBucketAddress, { done: "Address removed", onDone: reload });
  const rows = data?.list.filter((bucket): bucket is Addressed => bucket.url !== undefined);
  const removeAddress = async ({ bucketName, url }: Addressed) => {
    const text = `${bucketName} is no longer available at ${new URL(url).host}. The name becomes available to others.`;
    if (
      await dialogs.confirm({ title: `Remove the address of ${bucketName}?`, text, ok: "Remove address", danger: true })
    )
      void act({ params: { bucketName }, body: { on: false } });
  };
  return (
    <Card
      title="Public addresses"
      text="Serve a bucket's files publicly on a subdomain of this server."
      actions={mayEdit && <Button onClick={() => setOpen(true)}>Add public address</Button>}
      flush
    >
      <RowTable
        list={bucketAddresses}
        rows={rows}
        cells={cells}
        error={error}
        reload={reload}
        rowActions={(row) => [
          { label: "Visit", icon: "external", to: row.url },
          ...(mayEdit
            ? [
                {
                  label: "Remove address",
                  icon: "trash" as const,
                  danger: true,
                  onSelect: () => void removeAddress(row),
                },
              ]
            : []),
        ]}
      />
      {isOpen && <AddressDialog onClose={() => setOpen(false)} />}
    </Card>
  );
};

const { bucketName } = bucketDomains.fields;

/** Adds a public address on this server to a bucket. */
const AddressDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { menu, note } = useBucketMenu({ withoutAddress: true });
  return (
    <FormDialog
      title="Add public address"
      form={callForm(setBucketAddress, {
        fields: { bucketName },
        params: (values) => values,
        body: () => ({ on: true }),
        draft: false,
      })}
      overrides={{ bucketName: menu }}
      below={{
        bucketName: (values) => (
          <>
            {note}
            <p>The address starts with the bucket's name, or a similar one if that is taken.</p>
            <Publishes bucketName={values.bucketName ?? ""} />
          </>
        ),
      }}
      submit="Add address"
      done="Address added"
      refreshes={[listBucketAddresses]}
      onClose={onClose}
    />
  );
};
