import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { Form } from "../../ui/form.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import type { DialogFormState } from "./use-dialog-form.ts";

interface DialogFormProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly label: string;
  readonly form: Pick<DialogFormState<object>, "restored" | "startOver" | "giveUp">;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. */
export const DialogForm = (props: DialogFormProps) => {
  const { title, label, form, busy, disabled = false, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} width={600} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        {form.restored && <RestoredNote onDiscard={form.startOver} />}
        {children}
        <FormActions label={label} busy={busy} disabled={disabled} onCancel={form.giveUp} />
      </Form>
    </Dialog>
  );
};
