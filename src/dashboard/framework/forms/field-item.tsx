import { Form } from "antd";
import type { ReactNode } from "react";
import type { Field } from "../../../../resources/declare/fields.ts";
import { controlFor, isOptional, sentValue } from "./control.tsx";
import type { ControlProps, FormProps } from "./form.tsx";

export type Values = Readonly<Record<string, unknown>>;
/** A form's properties with open keys: inside the engine, fields are named at run time. */
export type Parts = FormProps<Record<string, unknown>, Record<string, unknown>>;

interface FieldItemProps {
  readonly name: string;
  readonly field: Field;
  readonly parts: Omit<Parts, "form">;
  readonly values: Values;
  readonly disabled: boolean;
  readonly onChange: (changes: Values) => void;
}

/** A field with its label, hint, control and error. */
export const FieldItem = ({ name, field: declared, parts, values, disabled, onChange }: FieldItemProps) => {
  const field: Field = { ...withSchema(declared), ...byValues(parts.overrides, values)?.[name] };
  const problem = byValues(parts.problems, values)?.[name];
  const draw = parts.controls?.[name];
  const isInline = !draw && field.as === "toggle";
  return (
    <>
      <Form.Item
        name={name}
        label={isInline ? null : field.label}
        extra={isInline ? undefined : field.hint}
        rules={[{ validator: (_, held: unknown) => validated(field, held) }]}
        required={!isOptional(field)}
        valuePropName={isInline ? "checked" : "value"}
        {...(problem && { validateStatus: "error" as const, help: alert(problem) })}
      >
        {draw ? (
          <OwnControl draw={draw} values={values} change={onChange} disabled={disabled} />
        ) : (
          controlFor(field, disabled)
        )}
      </Form.Item>
      {parts.below?.[name] && <div className="fh-form-below">{parts.below[name](values, onChange)}</div>}
    </>
  );
};

/** A part of the form for the present values. */
export const byValues = <T,>(part: T | ((values: Values) => T), values: Values): T =>
  part instanceof Function ? part(values) : part;

type OpenControl = ControlProps<Record<string, unknown>, string>;

/** A screen's control; the form item sets `id`, `value` and `onChange`. */
const OwnControl = ({
  draw,
  id = "",
  value,
  onChange = () => undefined,
  ...rest
}: Pick<OpenControl, "values" | "change" | "disabled"> &
  Partial<Pick<OpenControl, "id" | "value" | "onChange">> & { readonly draw: (props: OpenControl) => ReactNode }) => (
  <>{draw({ id, value, onChange, ...rest })}</>
);

const validated = (field: Field, held: unknown): Promise<void> => {
  const result = field.schema.safeParse(sentValue(field, held));
  return result.success
    ? Promise.resolve()
    : Promise.reject(
        Object.assign(new Error(), { message: alert(result.error.issues[0]?.message ?? `${field.label} is invalid.`) }),
      );
};

/** antd shows errors as they are, and doesn't announce them. */
export const alert = (message: string): ReactNode => <span role="alert">{message}</span>;

/** A spread of the field would compute its schema at once; the form needs it anyway. */
const withSchema = (field: Field): Field => ({ ...field, schema: field.schema });
