import { frameworkLabels, frameworkSlugs } from "../../../../../../resources/hosting/framework-names.ts";
import { nodeVersions } from "../../../../../../resources/hosting/node-versions.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { detectFramework } from "../../../../../../resources/hosting/repositories.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { useRecordPart } from "../../../../framework/data/use-record-part.ts";
import { Button } from "../../../../ui/button.tsx";
import { SelectField, TextField } from "../../../../ui/text-field.tsx";
import type { Project } from "../live-card.tsx";
import styles from "../project.module.css";
import { SettingsCard } from "./settings-card.tsx";

const commands = ["installCommand", "buildCommand", "outputDirectory"] as const;
const placeholders = {
  installCommand: "Based on the lockfile",
  buildCommand: "None. Deploys the files unchanged.",
  outputDirectory: "./",
};
const suggested = ["framework", ...commands, "nodeVersion"] as const;
const keys = ["rootDirectory", ...suggested] as const;

/** Build settings, applied from the next deployment. */
export const BuildCard = ({ project }: { readonly project: Project }) => {
  const { fields } = projects;
  const part = useRecordPart(projects, project, keys);
  const { values, problems, saving, change } = part;
  const detected = useDetected(project, project.rootDirectory ?? "");
  const differs = detected && suggested.some((key) => detected[key] !== (values[key] ?? ""));
  return (
    <SettingsCard title="Build" text="Applied from the next deployment." part={part}>
      <div className={styles.two}>
        <SelectField
          label={fields.framework.label}
          value={values.framework ?? "other"}
          options={frameworkSlugs.map((value) => ({ value, label: frameworkLabels[value] ?? value }))}
          disabled={saving}
          onChange={(framework) => change({ framework: framework as NonNullable<typeof values.framework> })}
        />
        <SelectField
          label={fields.nodeVersion.label}
          value={values.nodeVersion ?? nodeVersions[0]}
          options={nodeVersions.map((value) => ({ value, label: value }))}
          disabled={saving}
          onChange={(nodeVersion) => change({ nodeVersion: nodeVersion as (typeof nodeVersions)[number] })}
        />
      </div>
      <TextField
        label={fields.rootDirectory.label}
        hint={fields.rootDirectory.hint}
        value={values.rootDirectory ?? ""}
        code
        placeholder="./"
        disabled={saving}
        error={problems["rootDirectory"]}
        onChange={(rootDirectory) => change({ rootDirectory })}
      />
      {commands.map((field) => (
        <TextField
          key={field}
          label={fields[field].label}
          value={values[field] ?? ""}
          code
          placeholder={placeholders[field]}
          disabled={saving}
          error={problems[field]}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
      {differs && (
        <div className={styles.suggestion}>
          <p>
            Detected: {frameworkLabels[detected.framework] ?? detected.framework}
            {detected.buildCommand && (
              <>
                : <code>{detected.buildCommand}</code>
              </>
            )}
            {detected.outputDirectory && (
              <>
                {" "}
                into <code>{detected.outputDirectory}</code>
              </>
            )}
          </p>
          <Button size="small" disabled={saving} onClick={() => change(detected)}>
            Use detected settings
          </Button>
        </div>
      )}
    </SettingsCard>
  );
};

type Detected = Required<Pick<Project, (typeof suggested)[number]>>;

/** Detects settings from the files of the project's branch. Returns undefined while loading or after an error. */
const useDetected = ({ repoId = "", currentBranch }: Project, rootDirectory: string): Detected | undefined => {
  const { data } = useCall(detectFramework, {
    params: { id: repoId },
    query: { ...(currentBranch !== undefined && { branch: currentBranch }), rootDirectory },
    enabled: repoId !== "",
  });
  if (!data) return undefined;
  const { framework, installCommand, buildCommand, outputDirectory, nodeVersion } = data;
  return { framework: framework as Detected["framework"], installCommand, buildCommand, outputDirectory, nodeVersion };
};
