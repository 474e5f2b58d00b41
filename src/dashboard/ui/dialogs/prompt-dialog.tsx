import { useState } from "react";
import { Button } from "../button.tsx";
import { Form } from "../fields/form.tsx";
import { TextField } from "../fields/text-field.tsx";
import { Dialog } from "./dialog.tsx";
import type { OpenDialog, PromptField } from "./dialogs.ts";

/** Prompts for one or two lines of text; submits only valid fields. */
export const PromptDialog = ({ dialog }: { dialog: Extract<OpenDialog, { kind: "prompt" }> }) => {
  const fields = dialog.fields.filter((field) => field !== undefined);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""])));
  /** Fields whose values the user has tried to submit, and not changed since. */
  const [checked, setChecked] = useState<readonly string[]>([]);
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
  const problems = problemsOf(fields, trimmed);
  const submit = () => {
    setChecked(fields.map(({ name }) => name));
    if (Object.keys(problems).length === 0) dialog.close(trimmed);
  };
  return (
    <Dialog
      title={dialog.title}
      onClose={() => dialog.close()}
      footer={
        <>
          <Button onClick={() => dialog.close()}>Cancel</Button>
          <Button type="submit" form="fh-prompt" kind={dialog.danger ? "danger" : "primary"}>
            {dialog.ok ?? "OK"}
          </Button>
        </>
      }
    >
      <Form id="fh-prompt" onSubmit={submit}>
        {dialog.text}
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={field.label}
            placeholder={field.placeholder}
            hint={field.hint}
            value={values[field.name] ?? ""}
            error={checked.includes(field.name) ? problems[field.name] : undefined}
            onChange={(value) => {
              setValues({ ...values, [field.name]: value });
              setChecked(checked.filter((name) => name !== field.name));
            }}
          />
        ))}
      </Form>
    </Dialog>
  );
};

const problemsOf = (fields: readonly PromptField[], values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = field.validate?.(values[field.name] ?? "");
      return problem === undefined ? [] : [[field.name, problem] as const];
    }),
  );
