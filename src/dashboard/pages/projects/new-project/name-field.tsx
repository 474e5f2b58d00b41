import { useRuntimeConfig } from "../../../flows/deploy/use-runtime-config.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./new-project.module.css";

interface NameFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  /** A similar available name, if this one is taken. */
  readonly suggestion: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (name: string) => void;
}

/** The project's name, with a preview of its URL. */
export const NameField = ({ name, error, suggestion, disabled, onChange }: NameFieldProps) => (
  <div className={styles.name}>
    <TextField
      label={projects.fields.name.label}
      value={name}
      code
      placeholder="my-site"
      disabled={disabled}
      error={error}
      onChange={onChange}
    />
    {suggestion === undefined ? (
      <AddressPreview name={name} />
    ) : (
      <div>
        <Button size="small" icon="check" disabled={disabled} onClick={() => onChange(suggestion)}>
          Use {suggestion}
        </Button>
      </div>
    )}
  </div>
);

/** The site's future URL, with the name highlighted. */
const AddressPreview = ({ name }: { readonly name: string }) => {
  const { contentDomain } = useRuntimeConfig();
  const port = location.port === "" ? "" : `:${location.port}`;
  return (
    <p className={styles.address}>
      <span>{`${location.protocol}//`}</span>
      <strong>{name === "" ? "my-site" : name}</strong>
      <span>
        .{contentDomain}
        {port}
      </span>
    </p>
  );
};
