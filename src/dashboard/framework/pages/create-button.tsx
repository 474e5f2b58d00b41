import { lazy, Suspense } from "react";
import type { Resource } from "../../../../resources/declare/define.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import type { PathParams } from "../data/record-keys.ts";
import { createTitle } from "../derive/titles.ts";
import { useCreateRequest } from "../create-request.ts";
import { usePrefetch } from "../prefetch.ts";
import { useAllows } from "../use-allows.ts";
import { usePageDialog } from "./page-dialogs.tsx";
import type { RecordFormParts } from "./use-record-actions.ts";

const loadForms = () => import("./record-forms.tsx");
const CreateDialog = lazy(async () => ({ default: (await loadForms()).CreateDialog }));
/** Fetches the dialog and the form engine before they are opened. */
const prefetchForm = () =>
  void Promise.all([loadForms(), import("../forms/form.tsx").then((form) => form.loadFormEngine())]);

interface CreateButtonProps {
  readonly resource: Resource;
  /** Values for the call's placeholders. */
  readonly params?: PathParams | undefined;
  /** The team has reached the limit. */
  readonly isFull?: boolean;
  readonly parts?: RecordFormParts | undefined;
  readonly kind?: "primary" | "secondary";
  /** Called instead of opening the form, where the screen draws it (`CreateForm`). */
  readonly onOpen?: () => void;
}

interface CreateFormProps extends Pick<CreateButtonProps, "resource" | "params" | "parts"> {
  readonly onClose: () => void;
}

/** The form of a new record in a dialog, loaded when it is opened. */
export const CreateForm = (props: CreateFormProps) => (
  <Suspense>
    <CreateDialog {...props} />
  </Suspense>
);

/** Opens the form of a new record: its own page if one is declared, otherwise a dialog. */
export const CreateButton = ({
  resource,
  params,
  isFull = false,
  parts,
  kind = "primary",
  onOpen,
}: CreateButtonProps) => {
  const allows = useAllows();
  const prefetch = usePrefetch();
  const open = usePageDialog();
  const openForm =
    onOpen ?? (() => open((close) => <CreateForm resource={resource} params={params} parts={parts} onClose={close} />));
  useCreateRequest(resource.name, () => !isFull && openForm());
  if (!resource.calls.create || !allows("create", resource)) return null;
  const label = createTitle(resource);
  const page = resource.routes.create;
  if (page && !isFull) {
    return (
      <LinkButton kind={kind} icon="plus" to={page} onPointerEnter={() => prefetch(page)}>
        {label}
      </LinkButton>
    );
  }
  return (
    <span onPointerEnter={prefetchForm} onFocus={prefetchForm}>
      <Button kind={kind} icon="plus" disabled={isFull} onClick={openForm}>
        {label}
      </Button>
    </span>
  );
};
