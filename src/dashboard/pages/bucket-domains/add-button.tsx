import { useState } from "react";
import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { useSetup } from "../domains/use-setup.ts";
import { AddDialog } from "./add-dialog.tsx";

/** Opens the form for a new domain, then shows the DNS records to set. */
export const AddButton = () => {
  const [open, setOpen] = useState(false);
  const { show } = useSetup();
  if (!useAllows()("create", bucketDomains.name)) return null;
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
        Add domain
      </Button>
      {open && (
        <AddDialog
          onClose={() => setOpen(false)}
          onAdded={(domain) => {
            setOpen(false);
            show([domain]);
          }}
        />
      )}
    </>
  );
};
