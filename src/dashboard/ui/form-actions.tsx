import { Button } from "./button.tsx";

interface FormActionsProps {
  /** Label of the submit button: "Create key". */
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a form in a dialog: cancel and submit. */
export const FormActions = ({ label, busy, disabled = false, onCancel }: FormActionsProps) => (
  <div className="fh-form-actions">
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" kind="primary" busy={busy} disabled={disabled}>
      {label}
    </Button>
  </div>
);
