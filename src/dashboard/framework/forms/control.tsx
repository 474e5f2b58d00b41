import { Checkbox, Input, InputNumber, Switch, type InputRef } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea.js";
import { lazy, Suspense, useState, type ReactElement } from "react";
import type { Field } from "../../../../resources/declare/fields.ts";
import { exactLand } from "../../../../resources/money.ts";
import { dollarsInput, dollarsTyped, landOfDollars } from "../../lib/format/land.ts";
import { countOf } from "../../lib/format/count.ts";
import { ChoiceTiles } from "../../ui/fields/choice-tiles.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { optionLabel } from "../widgets/cell.tsx";
import { optionTiles } from "../widgets/option-tiles.ts";

const DateTime = lazy(() => import("./date-time.tsx"));
const SelectMenu = lazy(() => import("./select-menu.tsx"));

/** Returns a field's form control by its word. Fields set by the server, and data, have none. */
export const controlFor = (field: Field, disabled: boolean): ReactElement | undefined => {
  const { placeholder } = field;
  switch (field.as) {
    case "decimal":
    case "points":
      return <Input autoComplete="off" inputMode="decimal" placeholder={placeholder} />;
    case "text":
    case "id":
    case "ref":
      return <Input autoComplete="off" placeholder={placeholder} />;
    case "link":
      return <Input autoComplete="off" inputMode="url" spellCheck={false} placeholder={placeholder ?? "https://"} />;
    case "email":
      return <Input type="email" autoComplete="email" inputMode="email" placeholder={placeholder} />;
    case "code":
    case "hash":
      return <Input autoComplete="off" spellCheck={false} className="fh-mono" placeholder={placeholder} />;
    case "secret":
      return <Input.Password autoComplete="new-password" placeholder={placeholder} />;
    case "textarea":
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} placeholder={placeholder} />;
    case "lines":
      return <Lines placeholder={placeholder} />;
    case "choice":
      return field.hints ? <Tiles field={field} disabled={disabled} /> : <Menu field={field} />;
    case "choices":
      return <Choices field={field} />;
    case "toggle":
      return <Toggle field={field} />;
    case "count":
    case "exact":
    case "bytes":
    case "duration":
      return <InputNumber min={0} precision={0} placeholder={placeholder} style={{ width: "100%" }} />;
    case "lifetime":
      return <Lifetime field={field} />;
    case "land":
      return <MoneyInput placeholder={placeholder} />;
    case "date":
      return <Moment />;
    case "status":
    case "data":
      return undefined;
  }
};

/** What a form item sets on its control. */
interface Controlled<Value> {
  readonly id?: string;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
  readonly ref?: React.Ref<TextAreaRef>;
}

const optionsOf = (field: Field) =>
  (field.options ?? []).map((value) => ({ value, label: optionLabel(field, value), hint: field.hints?.[value] }));

const Menu = ({ field, id, value, onChange }: Controlled<string> & { readonly field: Field }) => (
  <Suspense fallback={<Input id={id} disabled />}>
    <SelectMenu
      id={id}
      value={value}
      onChange={onChange}
      options={optionsOf(field)}
      placeholder={field.placeholder ?? "Choose"}
      allowClear={isOptional(field) && field.initial === undefined}
    />
  </Suspense>
);

const Tiles = ({
  field,
  value,
  disabled,
  onChange,
}: Controlled<string> & { readonly field: Field; readonly disabled: boolean }) => (
  <ChoiceTiles
    label={field.label}
    value={value}
    disabled={disabled}
    options={optionTiles(field)}
    onChange={(chosen) => onChange?.(chosen)}
  />
);

const Choices = ({ field, value = [], onChange }: Controlled<readonly string[]> & { readonly field: Field }) => (
  <Checkbox.Group
    className="fh-choices"
    value={[...value]}
    // In the declared order, whatever the order of clicks.
    onChange={(chosen) => onChange?.((field.options ?? []).filter((option) => chosen.includes(option)))}
    options={optionsOf(field).map((option) => ({
      value: option.value,
      label: (
        <>
          {option.label}
          {option.hint && <small>{option.hint}</small>}
        </>
      ),
    }))}
  />
);

/** Offers the declared days, and the stored ones: a program can set any. */
const Lifetime = ({ field, value, onChange }: Controlled<number> & { readonly field: Field }) => {
  const set = [field.initial, value].filter((days) => typeof days === "number");
  const offered = new Set([...(field.options ?? []).map(Number), ...set]);
  const options = [...offered].toSorted((one, other) => one - other);
  return (
    <Segmented
      label={field.label}
      options={options.map((days) => ({ value: String(days), label: countOf(days, "day") }))}
      value={String(value)}
      onChange={(chosen) => onChange?.(Number(chosen))}
    />
  );
};

/** A switch with its label and hint beside it. */
const Toggle = ({
  field,
  checked,
  ...control
}: { readonly id?: string; readonly checked?: boolean; readonly onChange?: (on: boolean) => void } & {
  readonly field: Field;
}) => (
  <label className="fh-form-toggle">
    <Switch {...control} checked={checked === true} />
    <span>
      {field.label}
      {field.hint && <small>{field.hint}</small>}
    </span>
  </label>
);

const Lines = ({
  id,
  value = [],
  onChange,
  placeholder,
  ref,
}: Controlled<readonly string[]> & { readonly placeholder: string | undefined }) => (
  <Input.TextArea
    id={id}
    ref={ref}
    className="fh-mono"
    spellCheck={false}
    autoSize={{ minRows: 2, maxRows: 12 }}
    placeholder={placeholder}
    value={value.join("\n")}
    onChange={({ target }) => onChange?.(target.value === "" ? [] : target.value.split("\n"))}
  />
);

/** An amount of LAND, entered in dollars: down to a LAND, of which a million is one dollar. */
const MoneyInput = ({
  id,
  value,
  onChange,
  placeholder,
  ref,
}: Omit<Controlled<string | null>, "ref"> & {
  readonly placeholder: string | undefined;
  readonly ref?: React.Ref<InputRef>;
}) => {
  // The text as typed, while it is this value: "2." and "2.50" are both $2.50.
  const [typed, setTyped] = useState("");
  const shown = landOfDollars(typed) === (value ?? "") ? typed : dollarsInput(value ?? "");
  return (
    <>
      <Input
        id={id}
        ref={ref}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={shown}
        onChange={({ target }) => {
          const text = dollarsTyped(target.value);
          setTyped(text);
          onChange?.(landOfDollars(text));
        }}
      />
      {value && <div className="ant-form-item-extra">{exactLand(value)}</div>}
    </>
  );
};

const Moment = (control: Controlled<number>) => (
  <Suspense fallback={<Input id={control.id} disabled />}>
    <DateTime {...(control as object)} />
  </Suspense>
);

/**
 * Returns the value that is sent for a control's: without blank lines, and for a blank control what the schema takes. `clears`: a value
 * that is left out would stay as it was.
 */
export const sentValue = (field: Field, held: unknown, clears = false): unknown => {
  if (field.as === "toggle") return Boolean(held);
  if (field.as === "lines") {
    const filled = ((held ?? []) as readonly string[]).filter((line) => line.trim() !== "");
    // The schema trims the lines.
    return field.schema.safeParse(filled).data ?? filled;
  }
  if (field.as === "choices") return held ?? [];
  if (held !== undefined && held !== null && held !== "") return held;
  const blanks = clears ? [null, "", undefined] : [undefined, null, ""];
  const taken = blanks.filter((blank) => field.schema.safeParse(blank).success);
  // Checks of a blank text have better messages than the one of a missing value.
  return taken.length === 0 && textWords.has(field.as) ? "" : taken[0];
};

const textWords: ReadonlySet<string> = new Set([
  "text",
  "code",
  "email",
  "textarea",
  "link",
  "secret",
  "land",
  "hash",
  "decimal",
  "points",
  "ref",
]);

/** Whether a field may be left blank. */
export const isOptional = (field: Field): boolean => field.schema.safeParse(sentValue(field, undefined)).success;
