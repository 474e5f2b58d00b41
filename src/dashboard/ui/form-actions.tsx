import { Button } from "./button.tsx";

interface FormActionsProps {
  /** What sending the form does: "Create key". */
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: giving it up, and sending it. */
export const FormActions = ({ label, busy, disabled = false, onCancel }: FormActionsProps) => (
  <div className="fh-form-actions">
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" kind="primary" busy={busy} disabled={disabled}>
      {label}
    </Button>
  </div>
);
