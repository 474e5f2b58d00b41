import { memberNoteMax } from "../../../../resources/limits.ts";
import { TextField } from "../../ui/text-field.tsx";

interface NoteFieldProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly error?: string;
  readonly onChange: (note: string) => void;
}

/** The team's note about a member. */
export const NoteField = (props: NoteFieldProps) => (
  <TextField label="Note" maxLength={memberNoteMax} hint="Visible to everyone in the team." {...props} />
);
