import type { ReactNode } from "react";
import type { FormPart } from "../../../../framework/data/use-draft-part.ts";
import { useUnsavedGuard } from "../../../../framework/forms/use-unsaved-guard.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Form } from "../../../../ui/form.tsx";
import { RestoredNote } from "../../../../ui/restored-note.tsx";

interface SettingsCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly part: Pick<FormPart<unknown>, "dirty" | "saving" | "problems" | "discard" | "save"> &
    Partial<Pick<FormPart<unknown>, "restored">>;
  /** Hides the buttons for users without edit access. */
  readonly readOnly?: boolean;
  /** Actions beside the title, applied immediately. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Settings that are saved together. */
export const SettingsCard = ({ title, text, part, readOnly = false, actions, children }: SettingsCardProps) => {
  useUnsavedGuard(() => part.dirty && !part.saving, part.discard);
  if (readOnly)
    return (
      <Card title={title} text={text}>
        <div className="fh-stack">{children}</div>
      </Card>
    );
  return (
    <Card title={title} text={text} actions={actions}>
      <Form onSubmit={part.save}>
        {part.restored && <RestoredNote />}
        {children}
        <div className="fh-form-actions">
          {part.dirty && (
            <Button disabled={part.saving} onClick={part.discard}>
              Discard
            </Button>
          )}
          <Button
            type="submit"
            kind="primary"
            busy={part.saving}
            disabled={!part.dirty || Object.keys(part.problems).length > 0}
          >
            Save
          </Button>
        </div>
      </Form>
    </Card>
  );
};
