import { projects } from "../../../../../resources/hosting/projects.ts";
import type { NewProjectValues, Problems } from "../../../flows/deploy/values.ts";
import { Card } from "../../../ui/card.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import { NameField } from "./name-field.tsx";
import styles from "./new-project.module.css";
import { PlatformPicker } from "./platform-picker.tsx";
import type { Change } from "./use-values.ts";

interface ProjectCardProps {
  readonly values: NewProjectValues;
  readonly problems: Problems;
  readonly nameSuggestion: string | undefined;
  readonly disabled: boolean;
  readonly onChange: Change;
}

/** Fields of every project: name, platform and rewrites. */
export const ProjectCard = ({ values, problems, nameSuggestion, disabled, onChange }: ProjectCardProps) => {
  const { platform, rewrite } = projects.fields;
  return (
    <Card title="Project">
      <div className="fh-stack">
        <NameField
          name={values.name}
          error={problems["name"]}
          suggestion={nameSuggestion}
          disabled={disabled}
          onChange={(name) => onChange({ name, nameEdited: name !== "" })}
        />
        <div className={styles.group}>
          <h3>{platform.label}</h3>
          <PlatformPicker
            value={values.platform}
            disabled={disabled}
            onChange={(chosen) => onChange({ platform: chosen })}
          />
          {problems["platform"] && (
            <p className={styles.problem} role="alert">
              {problems["platform"]}
            </p>
          )}
        </div>
        {values.source !== "template" && (
          <Switch
            label={rewrite.label}
            hint={rewrite.hint}
            checked={values.rewrite}
            disabled={disabled}
            onChange={(on) => onChange({ rewrite: on })}
          />
        )}
      </div>
    </Card>
  );
};
