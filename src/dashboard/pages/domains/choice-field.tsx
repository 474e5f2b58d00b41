import { SelectField } from "../../ui/text-field.tsx";

interface ChoiceFieldProps {
  readonly label: string;
  /** Shown before an option is selected. */
  readonly prompt: string;
  readonly value: string;
  /** Undefined while loading. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

/** A required select field. */
export const ChoiceField = ({ label, prompt, value, options, onChange, error }: ChoiceFieldProps) => (
  <div>
    <SelectField
      label={label}
      value={value}
      disabled={options === undefined}
      options={[{ value: "", label: options ? prompt : "Loading…" }, ...(options ?? [])]}
      onChange={onChange}
    />
    {error && value === "" && (
      <p className="fh-form-refused" role="alert">
        {error}
      </p>
    )}
  </div>
);
