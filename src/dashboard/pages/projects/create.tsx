import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../resources/href.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import type { Repository } from "../../../../resources/hosting/repositories.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import { useDeploy } from "../../flows/deploy/use-deploy.ts";
import { bodyOf, problemsOf, toProjectName, type Problems, type Source } from "../../flows/deploy/values.ts";
import { suggestedName } from "../../flows/upload/manifest.ts";
import { UploadProgress } from "../../flows/upload/upload-progress.tsx";
import { useUpload } from "../../flows/upload/use-upload.ts";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import type { UploadItem } from "../../ui/upload/upload-item.ts";
import { DeployCard } from "./new-project/deploy-card.tsx";
import { NameField } from "./new-project/name-field.tsx";
import styles from "./new-project/new-project.module.css";
import { RepositorySource } from "./new-project/repository-source.tsx";
import { missingOf, summaryOf } from "./new-project/summary.ts";
import { UploadSource } from "./new-project/upload-source.tsx";
import { useRepository } from "./new-project/use-repository.ts";
import { useValues } from "./new-project/use-values.ts";

const sources: readonly { value: Source; label: string }[] = [
  { value: "upload", label: "Folder or zip" },
  { value: "repository", label: "Repository" },
];

const noProblems: Problems = {};

/** What was edited for one repository says nothing about another. */
const detectedAnew = {
  rootDirectory: "",
  installCommand: undefined,
  buildCommand: undefined,
  outputDirectory: undefined,
};

/** /hosting/new: drop a site and press Deploy; or pick a repository and how it is built. */
export const Component = () => {
  const { values, change, dropDraft } = useValues(useTeam()?.teamId ?? "");
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [checked, setChecked] = useState(false);
  const upload = useUpload();
  const deploy = useDeploy(upload.start);
  const repository = useRepository(values);
  useOpenBuild(deploy.state, values.name, dropDraft);

  const { state } = deploy;
  const busy = state.name !== "editing";
  const problems = problemsOf(values);
  const refused = state.name === "editing" ? (state.problem?.fields ?? noProblems) : noProblems;
  const shown: Problems = checked ? { ...refused, ...problems } : onlyTyped(problems, values.name);

  const pickFiles = (picked: readonly UploadItem[]) => {
    setItems(picked);
    deploy.filesChanged();
    const suggestion = toProjectName(suggestedName(picked) ?? "");
    if (!values.nameTyped && suggestion !== "") change({ name: suggestion });
  };

  const pickRepository = ({ id, name, cloneUrl, defaultBranch }: Repository) =>
    change({
      ...detectedAnew,
      repoId: id,
      repoName: name,
      cloneUrl,
      currentBranch: defaultBranch,
      ...(!values.nameTyped && { name: toProjectName(name) }),
    });

  const start = () => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return;
    const body = bodyOf(
      { ...values, ...(repository.branch !== undefined && { currentBranch: repository.branch }) },
      repository.detected,
    );
    deploy.start(values.source === "upload" ? { items, body } : { body });
  };

  const nameCard = (
    <Card title="Project">
      <NameField
        name={values.name}
        error={shown["name"]}
        disabled={busy}
        onChange={(name) => change({ name, nameTyped: name !== "" })}
      />
    </Card>
  );

  return (
    <>
      <PageHeader title="New Project" text="Drop a site and it is live in a moment, or build one from a repository." />
      <div className={styles.page}>
        <div className={styles.main}>
          <div>
            <Segmented
              label="Source"
              options={sources}
              value={values.source}
              onChange={(source) => busy || change({ source })}
            />
          </div>
          {values.source === "upload" ? (
            <>
              <UploadSource items={items} disabled={busy} onChange={pickFiles} />
              {nameCard}
            </>
          ) : (
            <RepositorySource
              values={values}
              problems={shown}
              repository={repository}
              disabled={busy}
              onSelect={pickRepository}
              onChange={change}
            >
              {nameCard}
            </RepositorySource>
          )}
        </div>
        <aside className={styles.side}>
          <DeployCard
            facts={summaryOf(values, items, repository)}
            state={state}
            missing={missingOf(values, items, repository)}
            upload={<UploadProgress state={upload.state} onCancel={upload.cancel} />}
            onDeploy={start}
          />
        </aside>
      </div>
    </>
  );
};

/** While one still types, a missing name is no mistake; a wrong one is told at once. */
const onlyTyped = (problems: Problems, name: string): Problems => {
  const { name: nameProblem, ...others } = problems;
  return name === "" || nameProblem === undefined ? others : problems;
};

/** The build page opens as soon as the build is queued. */
const useOpenBuild = (
  state: ReturnType<typeof useDeploy>["state"],
  projName: string,
  dropDraft: () => Promise<void>,
): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (state.name !== "done") return;
    void dropDraft();
    void navigate(href(deployments, "show", { projName, id: state.projectId, taskId: state.taskId }));
    // Once, when it is done.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state.name]);
};
