import { lazy, Suspense, useState } from "react";
import type { Resource } from "../../../../resources/define.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { createTitle } from "../derive/titles.ts";
import { usePrefetch } from "../prefetch.ts";
import { useAllows } from "../use-allows.ts";

const loadDialog = () => import("../forms/create-dialog.tsx");
const CreateDialog = lazy(loadDialog);

/** Opens the form of a new record: its own page if one is declared, otherwise a dialog. */
export const CreateButton = ({ resource }: { resource: Resource }) => {
  const allows = useAllows();
  const prefetch = usePrefetch();
  const [open, setOpen] = useState(false);
  if (!resource.calls.create || !allows("create", resource.name)) return null;
  const label = createTitle(resource);
  const page = resource.routes.create;
  if (page) {
    return (
      <LinkButton kind="primary" icon="plus" to={page} onPointerEnter={() => prefetch(page)}>
        {label}
      </LinkButton>
    );
  }
  return (
    <>
      <span onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
        <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </span>
      {open && (
        <Suspense>
          <CreateDialog resource={resource} title={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
