import { useState } from "react";
import { nodeVersions } from "../../../../../resources/hosting/builds/node-versions.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { buildDefaults, frameworkOf, placeholdersOf } from "../../flows/deploy/build-defaults.ts";
import { receivesPushes, type DetectedBuild, type NewProjectValues, type Problems } from "../../flows/deploy/values.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import { Switch, TextField } from "../../../ui/fields/text-field.tsx";
import { EnvEditor } from "./env-editor.tsx";
import { FrameworkField } from "./framework-field.tsx";
import styles from "./new-project.module.css";
import { RepositoryFolders } from "./repository/repository-folders.tsx";
import pickerStyles from "./repository/repository-picker.module.css";
import type { Change } from "./use-values.ts";

interface BuildSettingsProps {
  readonly values: NewProjectValues;
  readonly problems: Problems;
  readonly branches: readonly string[];
  /** Undefined while detecting. */
  readonly detected: DetectedBuild | undefined;
  /** Detection runs after signing in. */
  readonly detectedLater?: boolean;
  readonly disabled: boolean;
  readonly onChange: Change;
}

const commands = ["installCommand", "buildCommand", "outputDirectory"] as const;

/** Resets settings that depend on the framework. */
const resetCommands = { installCommand: undefined, buildCommand: undefined, outputDirectory: undefined };

/** Build settings of a repository. Detected settings apply until they are edited. */
export const BuildSettings = (props: BuildSettingsProps) => {
  const { values, problems, branches, detected, detectedLater = false, disabled, onChange } = props;
  const { fields } = projects;
  const hasFramework = detected !== undefined || values.framework !== undefined;
  const defaults = hasFramework ? buildDefaults(detected, values.framework ?? detected?.framework) : undefined;
  const placeholders = placeholdersOf(defaults?.framework ?? "other");
  const defaultNode = detected?.nodeVersion ?? nodeVersions[0];
  return (
    <>
      <Card title="Build" text={detectedText(detected, detectedLater)}>
        <div className="fh-stack">
          {detected && detected.toolMissing !== "" && defaults?.framework === detected.framework && (
            <Banner kind="warning">{detected.toolMissing}</Banner>
          )}
          <FrameworkField
            value={defaults?.framework ?? ""}
            detected={detected?.framework}
            disabled={disabled}
            onChange={(framework) => onChange({ framework, ...resetCommands })}
          />
          <div className={styles.two}>
            {branches.length > 0 && (
              <MenuField
                label={fields.currentBranch.label}
                value={values.currentBranch ?? ""}
                options={branches.map((branch) => ({ value: branch, label: branch }))}
                disabled={disabled}
                onChange={(currentBranch) => onChange({ currentBranch })}
              />
            )}
            <RepositoryRoot
              repoId={values.repoId}
              branch={branches.length > 0 ? values.currentBranch : undefined}
              value={values.rootDirectory}
              error={problems["rootDirectory"]}
              disabled={disabled}
              onChange={(rootDirectory) => onChange({ rootDirectory })}
            />
          </div>
          {commands.map((field) => (
            <TextField
              key={field}
              label={fields[field].label}
              value={values[field] ?? defaults?.[field] ?? ""}
              code
              placeholder={placeholders[field]}
              disabled={disabled}
              error={problems[field]}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
          <div className={styles.two}>
            <MenuField
              label={fields.nodeVersion.label}
              value={values.nodeVersion ?? defaultNode}
              options={nodeVersions.map((version) => ({
                value: version,
                label: version === detected?.nodeVersion ? `${version} (detected)` : version,
              }))}
              disabled={disabled}
              onChange={(nodeVersion) => onChange({ nodeVersion })}
            />
          </div>
          {receivesPushes(values) && (
            <Switch
              label={fields.hookSwitch.label}
              hint="Each push to this branch is built and deployed."
              checked={values.hookSwitch}
              disabled={disabled}
              onChange={(hookSwitch) => onChange({ hookSwitch })}
            />
          )}
        </div>
      </Card>
      <Card title={fields.env.label} text={envText(defaults?.framework)}>
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

const detectedText = (detected: DetectedBuild | undefined, later: boolean): string => {
  if (later) return "Framework detection runs after you sign in. Your settings are kept.";
  if (!detected) return "Detecting the framework…";
  if (detected.framework === "other") return "No framework detected.";
  return `Detected framework: ${frameworkOf(detected.framework).name}`;
};

const envText = (slug: string | undefined): string => {
  const prefix = slug === undefined ? undefined : frameworkOf(slug).envPrefix;
  if (prefix === undefined) return "Available only during the build.";
  return `Available during the build. Variables starting with ${prefix} are also included in the public site.`;
};

interface RepositoryRootProps {
  /** Undefined before a repository is selected. The folder can then only be entered. */
  readonly repoId: string | undefined;
  readonly branch: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (rootDirectory: string) => void;
}

/** The repository folder that contains the site, entered or selected from the tree. */
const RepositoryRoot = ({ repoId, branch, value, error, disabled, onChange }: RepositoryRootProps) => {
  const [isOpen, setOpen] = useState(false);
  const { label } = projects.fields.rootDirectory;
  return (
    <div className={pickerStyles.root}>
      <TextField
        label={label}
        value={value}
        code
        placeholder="./"
        disabled={disabled}
        {...(error !== undefined && { error })}
        onChange={onChange}
      />
      {repoId !== undefined && branch !== undefined && (
        <Button kind="plain" size="small" icon="folder" disabled={disabled} onClick={() => setOpen(true)}>
          Browse folders
        </Button>
      )}
      {isOpen && repoId !== undefined && branch !== undefined && (
        <RepositoryFolders
          repoId={repoId}
          branch={branch}
          value={value}
          onClose={() => setOpen(false)}
          onPicked={(folder) => {
            setOpen(false);
            onChange(folder);
          }}
        />
      )}
    </div>
  );
};
