import { frameworkLabels } from "../../../../../../resources/hosting/framework-names.ts";
import { nodeVersions } from "../../../../../../resources/hosting/node-versions.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { detectFramework } from "../../../../../../resources/hosting/repositories.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { FormCard, recordForm } from "../../../../framework/forms/form.tsx";
import { Button } from "../../../../ui/button.tsx";
import type { Project } from "../live-card.tsx";
import styles from "../project.module.css";

const suggested = ["framework", "installCommand", "buildCommand", "outputDirectory", "nodeVersion"] as const;
const keys = [
  "framework",
  "nodeVersion",
  "rootDirectory",
  "installCommand",
  "buildCommand",
  "outputDirectory",
] as const;
const defaults = { framework: "other", nodeVersion: nodeVersions[0] } as const;
const overrides = {
  framework: { initial: defaults.framework },
  nodeVersion: { initial: defaults.nodeVersion },
  rootDirectory: { placeholder: "./" },
  installCommand: { placeholder: "Based on the lockfile" },
  buildCommand: { placeholder: "None. Deploys the files unchanged." },
  outputDirectory: { placeholder: "./" },
};

/** Build settings, applied from the next deployment. */
export const BuildCard = ({ project }: { readonly project: Project }) => (
  <FormCard
    title="Build"
    text="Applied from the next deployment."
    form={recordForm(projects, "edit", { id: project.id, only: keys })}
    initial={{ ...defaults, ...project }}
    overrides={overrides}
    pairs={[["framework", "nodeVersion"]]}
    below={{ outputDirectory: (values, change) => <Detected project={project} values={values} onUse={change} /> }}
  />
);

type Settings = Pick<Project, (typeof keys)[number]>;

interface DetectedProps {
  readonly project: Project;
  readonly values: Settings;
  readonly onUse: (settings: Settings) => void;
}

/** Offers the settings detected from the files of the project's branch, if they differ. */
const Detected = ({ project: { repoId = "", currentBranch }, values, onUse }: DetectedProps) => {
  const { rootDirectory = "" } = values;
  const { data } = useCall(detectFramework, {
    params: { id: repoId },
    query: { ...(currentBranch !== undefined && { branch: currentBranch }), rootDirectory },
    enabled: repoId !== "",
  });
  if (!data || suggested.every((key) => data[key] === (values[key] ?? ""))) return null;
  const { buildCommand, outputDirectory } = data;
  const settings = Object.fromEntries(suggested.map((key) => [key, data[key]])) as Settings;
  return (
    <div className={styles.suggestion}>
      <p>
        Detected: {frameworkLabels[data.framework] ?? data.framework}
        {buildCommand && (
          <>
            : <code>{buildCommand}</code>
          </>
        )}
        {outputDirectory && (
          <>
            {" "}
            into <code>{outputDirectory}</code>
          </>
        )}
      </p>
      <Button size="small" onClick={() => onUse(settings)}>
        Use detected settings
      </Button>
    </div>
  );
};
