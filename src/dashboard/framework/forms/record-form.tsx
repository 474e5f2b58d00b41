import { useForm } from "@refinedev/antd";
import type { BaseRecord, HttpError } from "@refinedev/core";
import { Form, type FormInstance } from "antd";
import { useEffect, useState } from "react";
import type { Field } from "../../../../resources/fields.ts";
import { formOf, type Resource } from "../../../../resources/define.ts";
import { Button } from "../../ui/button.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { controlFor, type Control } from "./control.tsx";
import { rulesFor } from "./rules.ts";
import { useDraft } from "./use-draft.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

type Values = Readonly<Record<string, unknown>>;

interface RecordFormProps {
  readonly resource: Resource;
  readonly verb: "create" | "edit";
  /** ID of the edited record. */
  readonly id?: string;
  readonly submit: string;
  /** Called with the reply after saving. */
  readonly onSaved: (reply: Values) => void;
  readonly onCancel: () => void;
}

/**
 * Generated form of a resource: controls by widget, validation by schema, server errors next to their fields, and a prompt before
 * unsaved input is lost.
 */
export const RecordForm = ({ resource, verb, id, submit, onSaved, onCancel }: RecordFormProps) => {
  const { formProps, form, formLoading, mutation, query } = useForm<BaseRecord, HttpError, object>({
    resource: resource.name,
    action: verb,
    ...(id !== undefined && { id }),
    redirect: false,
    successNotification: false,
    errorNotification: false,
    warnWhenUnsavedChanges: true,
    onMutationSuccess: ({ data }) => {
      draft.forget();
      onSaved((data ?? {}) as Values);
    },
  });
  const busy = mutation.isPending;
  const fields = formFields(resource, verb);
  const record = query?.data?.data as Values | undefined;
  const ready = verb === "create" || record !== undefined;
  const [input, setInput] = useState<Values>();
  const draft = useDraft(ready ? [resource.name, verb, id].join("/") : undefined, input, (kept) => {
    form.setFieldsValue(kept);
    setInput(kept);
  });
  const giveUp = () => {
    draft.forget();
    form.resetFields();
    setInput(undefined);
  };
  useUnsavedGuard(() => !busy && !mutation.isSuccess && input !== undefined, giveUp);
  useFirstFieldFocus(form, verb === "create" ? fields[0]?.name : undefined, ready);
  if (!ready) return <Skeleton lines={fields.length * 2} />;
  const refused = mutation.error && !mutation.error.errors ? mutation.error.message : undefined;
  return (
    <Form
      {...formProps}
      layout="vertical"
      requiredMark="optional"
      initialValues={record}
      onValuesChange={(_changed, all) => setInput(withoutSecrets(fields, all as Values))}
      onFinish={(held) => formProps.onFinish?.(sentValues(fields, held as Record<string, unknown>))}
    >
      {draft.restored && <RestoredNote onDiscard={giveUp} />}
      {fields.map(({ name, field, control }) => (
        <Form.Item
          key={name}
          name={name}
          label={field.label}
          extra={field.hint}
          rules={rulesFor(field, control)}
          required={isRequired(field)}
          valuePropName={control.valuePropName ?? "value"}
        >
          {control.element}
        </Form.Item>
      ))}
      {refused && (
        <p role="alert" className="fh-form-refused">
          {refused}
        </p>
      )}
      <div className="fh-form-actions">
        <Button
          onClick={() => {
            giveUp();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" kind="primary" busy={busy || formLoading}>
          {submit}
        </Button>
      </div>
    </Form>
  );
};

/** Refine resets the form once after the first render, which remounts its fields; the focus is set afterwards. */
const useFirstFieldFocus = (form: FormInstance, name: string | undefined, ready: boolean): void => {
  useEffect(() => {
    if (!ready || name === undefined) return undefined;
    const timer = setTimeout(() => form.focusField(name));
    return () => clearTimeout(timer);
  }, [form, name, ready]);
};

/** Values that can be stored on this device. */
const withoutSecrets = (fields: readonly FormField[], values: Values): Values =>
  Object.fromEntries(fields.filter(({ field }) => field.as !== "secret").map(({ name }) => [name, values[name]]));

interface FormField {
  readonly name: string;
  readonly field: Field;
  readonly control: Control;
}

const formFields = (resource: Resource, verb: "create" | "edit"): FormField[] =>
  formOf(resource, verb).fields.flatMap((name) => {
    const field = resource.fields[name]!;
    const control = controlFor(field);
    return control ? [{ name, field, control }] : [];
  });

const sentValues = (fields: readonly FormField[], held: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, control }) => [name, control.toValue ? control.toValue(held[name]) : held[name]]),
  );

const isRequired = ({ schema }: Field): boolean => !schema.safeParse(undefined).success;
