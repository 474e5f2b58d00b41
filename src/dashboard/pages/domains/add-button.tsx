import { useState } from "react";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { AddDomain } from "./add-domain.tsx";
import { useSetup } from "./use-setup.ts";

/** Target of domains: a project by default. */
export interface OfProject {
  readonly kind?: "gateway";
  readonly id: string;
  readonly name: string;
}

/** Opens the form for a new domain, optionally of one project or gateway. Then shows the DNS records to set. */
export const AddButton = ({ project }: { readonly project?: OfProject }) => {
  const [open, setOpen] = useState(false);
  const { show } = useSetup();
  if (!useAllows()("create", "domains")) return null;
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
        Add domain
      </Button>
      {open && (
        <AddDomain
          project={project}
          onClose={() => setOpen(false)}
          onAdded={(ids) => {
            setOpen(false);
            show(ids);
          }}
        />
      )}
    </>
  );
};
