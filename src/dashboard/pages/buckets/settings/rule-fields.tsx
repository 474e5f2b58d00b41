import { IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { corsMethods, type RuleForm } from "./cors-rules.ts";
import styles from "./settings.module.css";

interface RuleFieldsProps {
  readonly number: number;
  readonly form: RuleForm;
  readonly onChange: (form: RuleForm) => void;
  readonly onRemove: () => void;
}

/** One CORS rule. */
export const RuleFields = ({ number, form, onChange, onRemove }: RuleFieldsProps) => (
  <fieldset className={styles.rule}>
    <legend>Rule {number}</legend>
    <IconButton className={styles.remove} icon="trash" label={`Remove rule ${number}`} onClick={onRemove} />
    <TextArea
      label="Origins"
      hint="One per line, such as https://example.com or https://*.example.com. Use * for all sites."
      rows={2}
      value={form.origins}
      onChange={(origins) => onChange({ ...form, origins })}
    />
    <div className={styles.methods} role="group" aria-label="Methods">
      {corsMethods.map((method) => (
        <Checkbox
          key={method}
          label={method}
          checked={form.methods.includes(method)}
          onChange={(checked) =>
            onChange({
              ...form,
              methods: corsMethods.filter((other) => (other === method ? checked : form.methods.includes(other))),
            })
          }
        />
      ))}
    </div>
    <div className={styles.more}>
      <TextArea
        label="Allowed request headers"
        rows={2}
        value={form.headers}
        onChange={(headers) => onChange({ ...form, headers })}
      />
      <TextArea
        label="Exposed response headers"
        rows={2}
        value={form.exposed}
        onChange={(exposed) => onChange({ ...form, exposed })}
      />
      <TextField
        label="Max age (seconds)"
        inputMode="numeric"
        value={form.maxAge}
        onChange={(maxAge) => onChange({ ...form, maxAge })}
      />
    </div>
  </fieldset>
);
