/** What was done with one object: its entries in the operation log, for users who may see it. */
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import { nounOf, type Resource } from "../../../../resources/declare/define.ts";
import { IconButton } from "../../ui/button.tsx";
import { useAllows } from "../use-allows.ts";

const HistoryDialog = lazy(() => import("./history-dialog.tsx").then((module) => ({ default: module.HistoryDialog })));

interface HistoryButtonProps {
  readonly resource: Resource;
  /** Default: the last parameter of the page's address. */
  readonly id?: string | undefined;
}

/** Opens the history of a record. Hidden from users who can't see the operation log. */
export const HistoryButton = ({ resource, id }: HistoryButtonProps) => {
  const params = useParams();
  const [isOpen, setOpen] = useState(false);
  const object = id ?? Object.values(params).at(-1);
  const isAllowed = useAllows()("list", "operation-log");
  if (!isAllowed || !object) return null;
  return (
    <>
      <IconButton icon="history" label={`History of this ${nounOf(resource)}`} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && <HistoryDialog object={object} resource={resource} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};
