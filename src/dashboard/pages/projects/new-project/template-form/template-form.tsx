import { completeValues } from "../../../../../../resources/hosting/template-values.ts";
import type {
  TemplateForm as Form,
  TemplateOption,
  TemplateValues,
} from "../../../../../../resources/hosting/templates.ts";
import type { Problems } from "../../../../flows/deploy/values.ts";
import { Card } from "../../../../ui/card.tsx";
import { TextArea } from "../../../../ui/text-area.tsx";
import { Switch, TextField } from "../../../../ui/text-field.tsx";
import { TableOption, type TableRows } from "./table-option.tsx";
import styles from "./template-form.module.css";

type Value = TemplateValues[string];

interface TemplateFormProps {
  readonly form: Form;
  /** Entered values. Options without a value show their default. */
  readonly values: TemplateValues;
  /** Keyed by "configJson.<key>". */
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly onChange: (values: TemplateValues) => void;
}

/** The generated form of a template: a card for each group, with a control for each option. */
export const TemplateForm = ({ form, values, problems, disabled, onChange }: TemplateFormProps) => {
  const shown = completeValues(form, values);
  return form.config.map(({ name, tag, options }) => (
    <Card key={name} title={name} actions={tag && <span className={styles.tag}>{tag}</span>}>
      <div className="fh-stack">
        {options.map((option) => (
          <OptionControl
            key={option.key}
            option={option}
            value={shown[option.key]!}
            error={problems[`configJson.${option.key}`]}
            disabled={disabled}
            onChange={(value) => onChange({ ...values, [option.key]: value })}
          />
        ))}
      </div>
    </Card>
  ));
};

interface OptionControlProps {
  readonly option: TemplateOption;
  readonly value: Value;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: Value) => void;
}

const OptionControl = ({ option, value, error, disabled, onChange }: OptionControlProps) => {
  const { type, label, placeholder, headers = [] } = option;
  switch (type) {
    case "switch":
      return <Switch label={label} checked={value === true} disabled={disabled} onChange={onChange} />;
    case "table":
      return (
        <TableOption
          label={label}
          headers={headers}
          rows={value as TableRows}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "textarea":
      return (
        <TextArea
          label={label}
          value={String(value)}
          placeholder={placeholder}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          value={String(value)}
          placeholder={placeholder}
          error={error}
          disabled={disabled}
          onChange={onChange}
        />
      );
  }
};
