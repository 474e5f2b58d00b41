import { useState } from "react";
import type { IpnsName } from "../../../../resources/gateway/ipns-calls.ts";
import { ipnsNames } from "../../../../resources/gateway/ipns-names.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { NameList } from "./name-list.tsx";
import { useNames } from "./use-names.ts";

type Open = { readonly dialog: "create" } | { readonly dialog: "publish"; readonly name: IpnsName };

/** /gateway/ipns: the team's IPNS names, and the API key to publish them. */
export const Component = () => {
  const names = useNames();
  const [open, setOpen] = useState<Open>();
  const allows = useAllows();
  const close = () => setOpen(undefined);
  const create = allows("create", ipnsNames.name) && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ dialog: "create" })}>
      Create name
    </Button>
  );
  return (
    <>
      <PageHeader title={ipnsNames.title} text="Permanent addresses for content that changes." actions={create} />
      <div className="fh-stack">
        <NameList
          names={names}
          onPublish={(name) => setOpen({ dialog: "publish", name })}
          mayChange={allows("edit", ipnsNames.name)}
          emptyAction={create}
        />
        {allows("edit", ipnsNames.name) && <ApiKeyCard />}
      </div>
      {open && (
        <NameDialog
          published={open.dialog === "publish" ? open.name : undefined}
          onClose={close}
          onSaved={() => {
            names.reload();
            close();
          }}
        />
      )}
    </>
  );
};
