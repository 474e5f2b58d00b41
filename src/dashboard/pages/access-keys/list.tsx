import { useState } from "react";
import { accessKeysPerTeam } from "../../../../resources/bucket/access-key-limits.ts";
import { accessKeys } from "../../../../resources/bucket/access-keys.ts";
import { endpointUrl } from "../../flows/storage/links.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ClientsCard } from "./clients-card.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { KeyList } from "./key-list.tsx";
import { MasterCard } from "./master-card.tsx";
import { useKeys } from "./use-keys.ts";

/** /bucket/access-keys: access keys, the owner's master key, and connection commands for S3 clients. */
export const Component = () => {
  const keys = useKeys();
  const [isOpen, setOpen] = useState(false);
  const allows = useAllows();
  const count = keys.rows?.length ?? 0;
  const isFull = count >= accessKeysPerTeam;
  const create = allows("create", accessKeys.name) && (
    <Button kind="primary" icon="plus" disabled={isFull} onClick={() => setOpen(true)}>
      Create access key
    </Button>
  );
  return (
    <>
      <PageHeader
        title={accessKeys.title}
        text={
          isFull
            ? `Your team has reached the limit of ${accessKeysPerTeam} keys. Delete one first.`
            : `Give S3 clients access to your buckets. Limit: ${accessKeysPerTeam} keys.`
        }
        actions={create}
      />
      <div className="fh-stack">
        <KeyList keys={keys} mayDelete={allows("delete", accessKeys.name)} emptyAction={create} />
        {allows("edit", accessKeys.name) && <MasterCard />}
        {create && <ClientsCard endpoint={endpointUrl()} accessKey={keys.rows?.[0]?.accessKey ?? "<access key>"} />}
      </div>
      {isOpen && (
        <KeyDialog
          onClose={() => setOpen(false)}
          onCreated={() => {
            setOpen(false);
            keys.reload();
          }}
        />
      )}
    </>
  );
};
