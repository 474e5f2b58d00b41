import { SelectField } from "../../ui/text-field.tsx";

interface ChoiceFieldProps {
  readonly label: string;
  /** Said before something is picked. */
  readonly prompt: string;
  readonly value: string;
  /** Undefined while they are loading. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

/** A choice that has to be made. */
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
