import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { platformLabels } from "../../../../../../resources/hosting/platforms.ts";
import { editSource, renameProject } from "../../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { href } from "../../../../../../resources/declare/href.ts";
import { isNamePath } from "../../../flows/deploy/values.ts";
import { callForm, FormCard, recordForm } from "../../../../framework/forms/form.tsx";
import { useAllows } from "../../../../framework/use-allows.ts";
import { optionLabel } from "../../../../framework/widgets/cell.tsx";
import { Card } from "../../../../ui/panels/card.tsx";
import { CopyText } from "../../../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../../../ui/panels/description-list.tsx";
import type { Project } from "../live-card.tsx";
import { frameworkLabels } from "../../../../../../resources/hosting/builds/framework-names.ts";
import { nodeVersions } from "../../../../../../resources/hosting/builds/node-versions.ts";
import { detectFramework } from "../../../../../../resources/hosting/repositories/repositories.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import styles from "../project.module.css";
import { data } from "../../../../../../resources/declare/fields.ts";
import { templateValues } from "../../../../../../resources/hosting/templates/filled-template.ts";
import { completeValues, problemsOfTemplate } from "../../../../../../resources/hosting/templates/template-values.ts";
import { templates } from "../../../../../../resources/hosting/templates/templates.ts";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import { TemplateForm } from "../../new-project/template-form/template-form.tsx";

/** Details and source settings of a project. */
export const GeneralTab = ({ project }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  return (
    <div className="fh-stack">
      {mayEdit && (
        <FormCard
          title="Name"
          form={callForm(renameProject, { params: { id: project.id } })}
          initial={{ name: project.name }}
          submit="Rename"
          done="Renamed"
          refreshes={[projects]}
        />
      )}
      <Card title="Project" text="Address and platform can't be changed.">
        <DescriptionList
          facts={[
            ...(mayEdit ? [] : [{ label: "Name", value: project.name }]),
            { label: "Address", value: <CopyText text={project.mainLink} label="address" /> },
            { label: "Platform", value: platformLabels[project.platform] },
            { label: "Source", value: optionLabel(projects.fields.deployType, project.deployType) },
            { label: "Project ID", value: <CopyText text={project.id} label="project ID" /> },
          ]}
        />
      </Card>
      {mayEdit && project.deployType === "REPOSITORY" && <BuildCard project={project} />}
      {mayEdit && ["CID", "IPNS"].includes(project.deployType) && <HashCard project={project} />}
      {mayEdit && project.deployType === "TEMPLATE" && <TemplateCard project={project} />}
    </div>
  );
};

const { ipfsPath, ipnsAuto } = projects.fields;
const isName = (values: Pick<Project, "ipfsPath">) => isNamePath(values.ipfsPath ?? "");

/** The project's hash or IPNS name. Saving deploys the new content. */
const HashCard = ({ project: { id, name, ...stored } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  return (
    <FormCard
      title="Source"
      text="Saving deploys the new content. The live site is unchanged until the deployment completes."
      form={callForm(editSource, {
        params: { id },
        fields: { ipfsPath, ipnsAuto },
        body: (values) => (isName(values) ? values : { ipfsPath: values.ipfsPath }),
        draft: false,
      })}
      initial={{ ipfsPath: stored.ipfsPath, ipnsAuto: stored.ipnsAuto ?? true }}
      hidden={(values) => (isName(values) ? [] : ["ipnsAuto"])}
      submit={(values) => (isName(values) ? "Deploy name" : "Deploy hash")}
      icon="rocket"
      done=""
      onSaved={({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId }))}
    />
  );
};

const suggested = ["framework", "installCommand", "buildCommand", "outputDirectory", "nodeVersion"] as const;
const keys = [
  "framework",
  "nodeVersion",
  "rootDirectory",
  "installCommand",
  "buildCommand",
  "outputDirectory",
  "buildTags",
] as const;
const defaults = { framework: "other", nodeVersion: nodeVersions[0] } as const;
const overrides = {
  framework: { initial: defaults.framework },
  nodeVersion: { initial: defaults.nodeVersion },
  rootDirectory: { hint: "Repository folder that contains the site.", placeholder: "./" },
  installCommand: { placeholder: "Based on the lockfile" },
  buildCommand: { placeholder: "None. Deploys the files unchanged." },
  outputDirectory: { placeholder: "./" },
  buildTags: { hint: "One per line. Only workers that offer all of them build the project.", placeholder: "arm64" },
};

/** Build settings, applied from the next deployment. */
const BuildCard = ({ project }: { readonly project: Project }) => (
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

/** Values of the template's form. Saving deploys the changes. */
const TemplateCard = ({ project: { id, name, web3TemplateId, configJson } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const { data: list } = useCall(templates);
  if (!list) return <Skeleton lines={6} />;
  const template = list.items.find((one) => one.id === web3TemplateId)?.configJson;
  if (!template) return null;
  const isComplete = z.refine<Project["configJson"] & object>(
    (values) => Object.keys(problemsOfTemplate(template, values)).length === 0,
    "Correct the marked settings.",
  );
  return (
    <FormCard
      bare
      form={callForm(editSource, {
        params: { id },
        fields: { configJson: data("", templateValues.check(isComplete)) },
        body: (values) => ({ configJson: completeValues(template, values.configJson) }),
      })}
      initial={{ configJson: configJson ?? {} }}
      controls={{
        configJson: ({ value = {}, onChange, disabled }) => (
          <TemplateForm
            form={template}
            values={value}
            problems={problemsOfTemplate(template, value)}
            disabled={disabled}
            onChange={onChange}
          />
        ),
      }}
      submit="Deploy changes"
      icon="rocket"
      done=""
      onSaved={({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId }))}
    />
  );
};
