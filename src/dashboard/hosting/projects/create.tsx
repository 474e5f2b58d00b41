import { useEffect } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../resources/declare/href.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { filledIn } from "../flows/deploy/values.ts";
import { UploadProgress } from "../flows/upload/upload-progress.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { BuildSettings } from "./new-project/build-settings.tsx";
import { CloneSource } from "./new-project/clone-source.tsx";
import { DeployCost } from "./new-project/deploy-cost.tsx";
import { DeployCard } from "./new-project/deploy-card.tsx";
import { HashSource } from "./new-project/hash-source.tsx";
import styles from "./new-project/new-project.module.css";
import { ProjectCard } from "./new-project/project-card.tsx";
import { RepositorySource } from "./new-project/repository/repository-source.tsx";
import { summaryOf } from "./new-project/summary.ts";
import { TemplateSource } from "./new-project/template-source.tsx";
import { UploadSource } from "./new-project/upload-source.tsx";
import { useNewProject } from "./new-project/use-new-project.ts";
import { SourcePicker } from "./new-project/source-picker.tsx";

type Form = ReturnType<typeof useNewProject>;

/** /hosting/new: creates a project from files, a repository, a template or a hash. */
export const Component = () => {
  const form = useNewProject();
  const { values, clone, busy, state, upload } = form;
  useOpenBuild(form);
  return (
    <>
      <PageHeader
        title="New project"
        text={
          clone
            ? "Name the project, fill in the template and deploy."
            : "Deploy files, a repository, a template or IPFS content."
        }
      />
      <div className={styles.page}>
        <div className={styles.main}>
          {!clone && <SourcePicker value={values.source} disabled={busy} onChange={form.chooseSource} />}
          <SourceParts form={form} />
        </div>
        <aside className={styles.side} aria-label="Summary">
          <DeployCard
            facts={summaryOf(values, { ...form, template: form.templates.chosen })}
            state={state}
            missing={form.missing}
            signedOut={form.isSignedOut}
            cost={
              !form.isSignedOut && <DeployCost source={values.source} platform={values.platform} items={form.items} />
            }
            upload={<UploadProgress state={upload.state} onCancel={upload.cancel} />}
            onDeploy={form.start}
          />
        </aside>
      </div>
    </>
  );
};

/** The fields of the selected source, and the project's own fields. */
const SourceParts = ({ form }: { readonly form: Form }) => {
  const { values, problems, busy, change, clone, repository, templates } = form;
  const project = <Project form={form} />;
  switch (values.source) {
    case "upload":
      return (
        <>
          <UploadSource items={form.items} disabled={busy} onChange={form.selectFiles} />
          {project}
        </>
      );
    case "hash":
      return (
        <>
          <HashSource
            path={values.ipfsPath}
            isFollowed={values.ipnsAuto ?? true}
            error={problems["ipfsPath"]}
            disabled={busy}
            onChange={change}
          />
          {project}
        </>
      );
    case "template":
      return (
        <>
          <TemplateSource
            templates={templates}
            values={filledIn(values)}
            problems={problems}
            disabled={busy}
            isFixed={clone !== undefined}
            onChoose={form.pickTemplate}
            onChange={(filled) =>
              change({ templateValues: { ...values.templateValues, [values.templateId ?? ""]: filled } })
            }
          />
          {templates.chosen && project}
        </>
      );
    case "repository":
      if (clone?.repository !== undefined) return <CloneParts form={form} address={clone.repository} />;
      return (
        <RepositorySource
          values={values}
          problems={problems}
          repository={repository}
          disabled={busy}
          onSelect={form.pickRepository}
          onChange={change}
        >
          {project}
        </RepositorySource>
      );
  }
};

const Project = ({ form: { values, problems, nameSuggestion, busy, change } }: { readonly form: Form }) => (
  <ProjectCard values={values} problems={problems} nameSuggestion={nameSuggestion} disabled={busy} onChange={change} />
);

/** A repository from a link. All fields can be filled in before signing in. */
const CloneParts = ({ form, address }: { readonly form: Form; readonly address: string }) => {
  const { values, problems, busy, change, repository, isSignedOut } = form;
  const { branch, branches = [], detected } = repository;
  return (
    <>
      <CloneSource address={address} error={form.repositoryError ?? repository.error} />
      <Project form={form} />
      <BuildSettings
        values={{ ...values, ...(branch !== undefined && { currentBranch: branch }) }}
        problems={problems}
        branches={branches}
        detected={detected}
        detectedLater={isSignedOut}
        disabled={busy}
        onChange={change}
      />
    </>
  );
};

/** The build page opens as soon as the deployment is queued. */
const useOpenBuild = ({ state, values: { name: projName }, dropDraft }: Form): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (state.name !== "done") return;
    void dropDraft();
    void navigate(href(deployments, "show", { projName, id: state.projectId, taskId: state.taskId }));
    // Runs once, when the deployment is queued.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state.name]);
};
