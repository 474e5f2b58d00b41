import { useEffect, useState } from "react";
import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { templates as templateList, type Template } from "../../../../../resources/hosting/templates.ts";
import { buildDefaults } from "../../../flows/deploy/build-defaults.ts";
import type { DeployProblem } from "../../../flows/deploy/machine.ts";
import { useDeploy } from "../../../flows/deploy/use-deploy.ts";
import { useTeam } from "../../../flows/deploy/use-team.ts";
import { toProjectName } from "../../../../../resources/hosting/to-project-name.ts";
import { bodyOf, problemsOf, type Problems, type Source } from "../../../flows/deploy/values.ts";
import { suggestedName } from "../../../flows/upload/manifest.ts";
import { useUpload } from "../../../flows/upload/use-upload.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { missingOf } from "./summary.ts";
import type { TemplateList } from "./template-source.tsx";
import { useCloneFlow, useLinkedRepository } from "./use-clone-flow.ts";
import { onlyEdited, showFirstProblem } from "./problems.ts";
import { signInFirst, useResume } from "./resume.ts";
import { useNameCheck, type NameCheck } from "./use-name-check.ts";
import { useRepository } from "./use-repository.ts";
import { useSource } from "./use-source.ts";
import { useValues } from "./use-values.ts";

const noProblems: Problems = {};

/** Resets settings that depend on the repository. */
const resetSettings = {
  rootDirectory: "",
  framework: undefined,
  installCommand: undefined,
  buildCommand: undefined,
  outputDirectory: undefined,
  nodeVersion: undefined,
};

/** State and actions of the New project screen. */
export const useNewProject = () => {
  const teamId = useTeam()?.teamId;
  const clone = useCloneFlow();
  const { values: draft, loaded, change, dropDraft } = useValues(clone?.draftKey ?? teamId ?? "");
  const [selectedSource, chooseSource] = useSource(draft.source);
  const source = sourceOf(clone) ?? selectedSource;
  const values = {
    ...draft,
    source,
    ...(clone && { name: draft.nameEdited ? draft.name : clone.name }),
    ...(clone?.template !== undefined && { templateId: clone.template }),
    ...(clone?.repository !== undefined && { repoName: clone.name, provider: "URL" as const }),
  };
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [checked, setChecked] = useState(false);
  const upload = useUpload();
  const deploy = useDeploy(upload.start);
  const repository = useRepository(values);
  const templates = useTemplates(source === "template", values.templateId);

  const { state } = deploy;
  const formProblems = problemsOf(values, templates.chosen);
  const [sentName, setSentName] = useState<string>();
  const refused = state.name === "editing" ? refusedOf(state.problem, sentName === values.name) : noProblems;
  // Signing in reloads the screen. Until then it doesn't change.
  const [isSignedOut] = useState(teamId === undefined);
  const missing = missingOf(values, items, { repository, isSignedOut });
  // If an earlier attempt created the project and then failed, the project already has the name.
  const isCreated = state.name === "done" || state.progress.projectId !== undefined;
  const nameCheck = useNameCheck(values.name, loaded && !isSignedOut && !isCreated);
  const problems = nameCheck?.message ? { ...formProblems, name: nameCheck.message } : formProblems;
  useSuggestion(!draft.nameEdited, nameCheck, (name) => change({ name, ...(clone && { nameEdited: true }) }));

  const suggest = (text: string) => {
    const name = toProjectName(text);
    return draft.nameEdited || name === "" ? {} : { name };
  };
  const pickRepository = ({ id, name, provider, cloneUrl, defaultBranch }: Repository) =>
    change({
      ...(id !== draft.repoId && clone === undefined && resetSettings),
      repoId: id,
      repoName: name,
      cloneUrl,
      provider,
      currentBranch: defaultBranch,
      ...suggest(name),
    });
  const linkedUrl = isSignedOut || !loaded ? undefined : clone?.repository;
  const repositoryError = useLinkedRepository(linkedUrl, pickRepository);

  const send = () => {
    setSentName(values.name);
    const defaults = repository.detected && buildDefaults(repository.detected, values.framework);
    const branch = repository.branch !== undefined && { currentBranch: repository.branch };
    const body = bodyOf({ ...values, ...branch }, defaults);
    if (source === "upload") deploy.start({ items, body });
    else deploy.start({ body, by: source === "repository" ? "build" : source });
  };
  const start = () => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return showFirstProblem();
    if (isSignedOut) return void signInFirst(change);
    send();
  };
  useResume(loaded && draft.resumes === true && !isSignedOut && missing === "", () => {
    change({ resumes: false });
    start();
  });

  return {
    values,
    items,
    clone,
    repository,
    repositoryError,
    templates,
    upload,
    state,
    missing,
    isSignedOut,
    nameSuggestion: nameCheck?.suggestion,
    problems: checked ? { ...refused, ...problems } : onlyEdited(problems, values),
    busy: state.name !== "editing",
    change,
    dropDraft,
    start,
    pickRepository,
    selectFiles: (selected: readonly UploadItem[]) => {
      setItems(selected);
      deploy.filesChanged();
      change(suggest(suggestedName(selected) ?? ""));
    },
    pickTemplate: ({ id, name }: Template) => change({ templateId: id, ...suggest(name) }),
    chooseSource: (chosen: Source) => {
      chooseSource(chosen);
      setChecked(false);
      const suggestions = {
        upload: suggestedName(items),
        repository: draft.repoName,
        template: draft.templateId,
        hash: "",
      };
      change({ source: chosen, ...(!draft.nameEdited && { name: toProjectName(suggestions[chosen] ?? "") }) });
    },
  };
};

/** Returns the errors of the last attempt. The name's error applies only while the name is unchanged. */
const refusedOf = (problem: DeployProblem | undefined, isSameName: boolean): Problems => {
  const { name, ...fields } = problem?.fields ?? noProblems;
  return isSameName && name !== undefined ? { ...fields, name } : fields;
};

/** Replaces a suggested name that is taken with an available one. */
const useSuggestion = (isSuggested: boolean, check: NameCheck | undefined, onChange: (name: string) => void): void => {
  const suggestion = isSuggested ? check?.suggestion : undefined;
  useEffect(() => {
    if (suggestion !== undefined) onChange(suggestion);
    // Runs once for each suggestion.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [suggestion]);
};

const sourceOf = (clone: ReturnType<typeof useCloneFlow>): Source | undefined => {
  if (!clone) return undefined;
  return clone.template === undefined ? "repository" : "template";
};

const useTemplates = (enabled: boolean, chosenId: string | undefined): TemplateList => {
  const { data, error, reload } = useCall(templateList, { enabled });
  const all = data?.items;
  return { all, chosen: enabled ? all?.find(({ id }) => id === chosenId) : undefined, error, reload };
};
