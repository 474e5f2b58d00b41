import type { DetectedBuild, NewProjectValues, Problems } from "../../../flows/deploy/values.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { Card } from "../../../ui/card.tsx";
import { SelectField, Switch, TextField } from "../../../ui/text-field.tsx";
import { EnvEditor } from "./env-editor.tsx";
import styles from "./new-project.module.css";
import type { Change } from "./use-values.ts";

interface BuildSettingsProps {
  readonly values: NewProjectValues;
  readonly problems: Problems;
  readonly branches: readonly string[];
  /** Undefined while the cloud looks at the files. */
  readonly detected: DetectedBuild | undefined;
  readonly disabled: boolean;
  readonly onChange: Change;
}

const commands = ["installCommand", "buildCommand", "outputDirectory"] as const;
const placeholders = { installCommand: "By the lockfile", buildCommand: "None", outputDirectory: "./" };

/** How a repository becomes a site. What was detected stands until it is edited. */
export const BuildSettings = ({ values, problems, branches, detected, disabled, onChange }: BuildSettingsProps) => {
  const { fields } = projects;
  return (
    <>
      <Card title="Build" text={detectedText(detected)}>
        <div className="fh-stack">
          <div className={styles.two}>
            <SelectField
              label={fields.currentBranch.label}
              value={values.currentBranch ?? ""}
              options={branches.map((branch) => ({ value: branch, label: branch }))}
              disabled={disabled}
              onChange={(currentBranch) => onChange({ currentBranch })}
            />
            <TextField
              label={fields.rootDirectory.label}
              value={values.rootDirectory}
              code
              placeholder="./"
              disabled={disabled}
              error={problems["rootDirectory"]}
              onChange={(rootDirectory) => onChange({ rootDirectory })}
            />
          </div>
          {commands.map((field) => (
            <TextField
              key={field}
              label={fields[field].label}
              value={values[field] ?? detected?.[field] ?? ""}
              code
              placeholder={placeholders[field]}
              disabled={disabled}
              error={problems[field]}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
          <Switch
            label={fields.hookSwitch.label}
            hint="Each git push to this branch is built and goes live."
            checked={values.hookSwitch}
            disabled={disabled}
            onChange={(hookSwitch) => onChange({ hookSwitch })}
          />
        </div>
      </Card>
      <Card title={fields.env.label} text="Given to the build, and to nothing else.">
        <EnvEditor
          variables={values.env}
          problems={problems}
          disabled={disabled}
          onChange={(env) => onChange({ env })}
        />
      </Card>
    </>
  );
};

const detectedText = (detected: DetectedBuild | undefined): string => {
  if (!detected) return "Looking at the files…";
  return detected.framework === "other" ? "No framework was recognised." : `Recognised: ${detected.framework}`;
};
