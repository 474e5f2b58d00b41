import { messages } from "../../../../resources/declare/messages.ts";
import { Icon } from "../icon.tsx";

interface RestoredNoteProps {
  /** Clears the form; absent if the form has a button for it. */
  readonly onDiscard?: () => void;
}

/** Says that a form contains a restored draft. */
export const RestoredNote = ({ onDiscard }: RestoredNoteProps) => (
  <p className="fh-restored" role="status">
    <Icon name="refresh" size={14} />
    {messages.draftRestored}
    {onDiscard && (
      <button type="button" onClick={onDiscard}>
        Discard draft
      </button>
    )}
  </p>
);
