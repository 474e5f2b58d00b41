import { useState, type ClipboardEvent } from "react";
import { environmentVariablesPerProject } from "../../../../../resources/limits.ts";
import type { Variable } from "../../../../../resources/hosting/projects.ts";
import { classNames } from "../../../lib/class-names.ts";
import { looksLikeDotEnv, mergeVariables, parseDotEnv } from "../../flows/deploy/dot-env.ts";
import type { Problems } from "../../flows/deploy/values.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import styles from "./env-editor.module.css";

interface EnvEditorProps {
  readonly variables: readonly Variable[];
  readonly problems: Problems;
  readonly disabled: boolean;
  /** For members without edit access. */
  readonly readOnly?: boolean;
  readonly onChange: (variables: readonly Variable[]) => void;
}

/** Environment variables with masked values. Pasting a .env file into a field fills the rows. */
export const EnvEditor = ({ variables, problems, disabled, readOnly = false, onChange }: EnvEditorProps) => {
  const change = (index: number, changes: Partial<Variable>) =>
    onChange(variables.map((variable, at) => (at === index ? { ...variable, ...changes } : variable)));
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    if (readOnly) return;
    const text = event.clipboardData.getData("text/plain");
    if (!looksLikeDotEnv(text)) return;
    event.preventDefault();
    onChange(mergeVariables(variables, parseDotEnv(text)));
  };
  return (
    <div className={styles.editor} onPaste={onPaste}>
      {variables.map((variable, index) => (
        // Rows are identified only by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <VariableRow
          key={index}
          index={index}
          variable={variable}
          problem={problems[`env.${index}.key`] ?? problems[`env.${index}.value`]}
          disabled={disabled}
          readOnly={readOnly}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(variables.filter((_, at) => at !== index))}
        />
      ))}
      {problems["env"] && (
        <p className={styles.problem} role="alert">
          {problems["env"]}
        </p>
      )}
      {readOnly && variables.length === 0 && <p className="fh-muted">None.</p>}
      {!readOnly && (
        <div className="fh-row">
          <Button
            icon="plus"
            size="small"
            disabled={disabled || variables.length >= environmentVariablesPerProject}
            onClick={() => onChange([...variables, { key: "", value: "" }])}
          >
            Add variable
          </Button>
          <span className={styles.hint}>or paste a .env file into a name field</span>
        </div>
      )}
    </div>
  );
};

const scopes = ["production", "preview"] as const;
const scopeLabels = { production: "Production", preview: "Preview" } as const;

interface VariableRowProps {
  readonly index: number;
  readonly variable: Variable;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly onChange: (changes: Partial<Variable>) => void;
  readonly onRemove: () => void;
}

const VariableRow = ({ index, variable, problem, disabled, readOnly, onChange, onRemove }: VariableRowProps) => {
  const [shown, setShown] = useState(false);
  const plain = { spellCheck: false, autoComplete: "off", disabled, readOnly, className: "fh-input fh-mono" };
  return (
    <div className={styles.row}>
      <input
        {...plain}
        aria-label={`Variable ${index + 1} name`}
        aria-invalid={problem ? true : undefined}
        placeholder="NAME"
        value={variable.key}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <div className={styles.value}>
        <input
          {...plain}
          aria-label={`Variable ${index + 1} value`}
          type={shown ? "text" : "password"}
          placeholder="value"
          value={variable.value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
        <IconButton
          icon="eye"
          size="small"
          label={shown ? "Hide value" : "Show value"}
          onClick={() => setShown(!shown)}
        />
      </div>
      <select
        className={classNames("fh-select", styles.scope)}
        aria-label={`Variable ${index + 1} environment`}
        disabled={disabled}
        value={variable.scope ?? ""}
        onChange={({ target }) => onChange({ scope: scopes.find((scope) => scope === target.value) })}
      >
        <option value="">All environments</option>
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {scopeLabels[scope]}
          </option>
        ))}
      </select>
      {!readOnly && (
        <IconButton icon="close" label={`Remove variable ${index + 1}`} disabled={disabled} onClick={onRemove} />
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
};
