import { lazy, Suspense, useState } from "react";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import type { OfProject } from "../add-button.tsx";
import { useShownName } from "./use-shown-name.ts";

const AddName = lazy(() => import("./add-name.tsx").then((module) => ({ default: module.AddName })));

/** Opens the form for an on-chain name, then shows the record to set. */
export const AddNameButton = ({ project }: { readonly project?: OfProject }) => {
  const [open, setOpen] = useState(false);
  const { show } = useShownName();
  if (!useAllows()("create", "domains")) return null;
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
        Add name
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AddName
            project={project}
            onClose={() => setOpen(false)}
            onAdded={(id) => {
              setOpen(false);
              show(id);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
