import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { cloneFlowType } from "../../../../../resources/hosting/repositories/clone-flow.ts";
import { importRepository } from "../../../../../resources/hosting/repositories/code-host.ts";
import { projectNameCheck } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import type { Repository } from "../../../../../resources/hosting/repositories/repositories.ts";
import { templates as templateList, type Template } from "../../../../../resources/hosting/templates/templates.ts";
import { toProjectName } from "../../../../../resources/hosting/to-project-name.ts";
import { buildDefaults } from "../../flows/deploy/build-defaults.ts";
import type { DeployProblem } from "../../flows/deploy/machine.ts";
import { useDeploy } from "../../flows/deploy/use-deploy.ts";
import { useTeam } from "../../flows/deploy/use-team.ts";
import {
  bodyOf,
  problemsOf,
  sources,
  type NewProjectValues,
  type Problems,
  type Source,
} from "../../flows/deploy/values.ts";
import { showConnectWallet } from "../../../account/flows/session/show-connect-wallet.tsx";
import { suggestedName } from "../../flows/upload/manifest.ts";
import { useUpload } from "../../flows/upload/use-upload.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useCached } from "../../../ui/cached/use-cached.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { missingOf } from "./summary.ts";
import type { TemplateList } from "./template-source.tsx";
import { useRepository } from "./repository/use-repository.ts";
import { useValues, type Change } from "./use-values.ts";

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

/** Keeps only errors of edited fields, so that empty fields show no errors while the form is being filled in. */
const onlyEdited = (problems: Problems, { name, ipfsPath }: NewProjectValues): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) => {
      if (field === "name") return name !== "";
      if (field === "ipfsPath") return ipfsPath !== "";
      return !field.startsWith("configJson.");
    }),
  );

/** Scrolls to the first invalid field, after its error is rendered. */
const showFirstProblem = (): void => {
  requestAnimationFrame(() => {
    const [first] = document.querySelectorAll<HTMLElement>("main :is([aria-invalid], [role=alert])");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  });
};

/** Asks the user to sign in and stores the pending deployment in the draft. It continues after the reload. */
const signInFirst = async (change: Change): Promise<void> => {
  change({ resumes: true });
  // Closing the dialog cancels the pending deployment.
  if (!(await showConnectWallet())) change({ resumes: false });
};

/** Continues a pending deployment once the form is ready. */
const useResume = (isReady: boolean, resume: () => void): void => {
  useEffect(() => {
    if (isReady) resume();
    // Only the first ready state counts, not later versions of the callback.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
};

/** The parameters of a link to New project: a template ID or a public repository URL. */
interface CloneFlow {
  readonly template?: string;
  readonly repository?: string;
  /** The form has a separate draft, kept for the user who signs in. */
  readonly draftKey: string;
  /** Initial project name. */
  readonly name: string;
}

/** Returns the template or repository from the URL. Requires type=clone-flow. */
const useCloneFlow = (): CloneFlow | undefined => {
  const [query] = useSearchParams();
  const [template, repository] = [query.get("template"), query.get("repository")];
  if (query.get("type") !== cloneFlowType) return undefined;
  if (template) return { template, draftKey: `clone ${template}`, name: toProjectName(template) };
  if (repository) return { repository, draftKey: `clone ${repository}`, name: toProjectName(nameIn(repository)) };
  return undefined;
};

const nameIn = (address: string): string => /([^/]+?)(\.git)?\/*$/.exec(address)?.[1] ?? "";

/** Imports the repository from the link after sign-in. */
const useLinkedRepository = (
  address: string | undefined,
  onFound: (repository: Repository) => void,
): Error | undefined => {
  const send = useSend();
  const { data, error } = useCached({
    queryKey: ["imported-repository", address],
    queryFn: () => send(importRepository, { body: { url: address! } }),
    enabled: address !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) onFound(data);
    // Runs once for each repository, regardless of changes to the callback.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data]);
  return error;
};

/** Delay after typing before the name is checked. */
const debounceMs = 300;

interface NameCheck {
  /** Reason why the name or its URL is unavailable. */
  readonly message?: string;
  /** An available name. */
  readonly suggestion?: string;
}

/** Checks whether a valid name and its URL are available, after typing pauses. Returns undefined until the reply. */
const useNameCheck = (name: string, enabled: boolean): NameCheck | undefined => {
  const send = useSend();
  const [checked, setChecked] = useState<{ readonly name: string; readonly reply: Reply<typeof projectNameCheck> }>();
  const canCheck = enabled && projects.fields.name.schema.safeParse(name).success;
  useEffect(() => {
    if (!canCheck) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      send(projectNameCheck, { query: { name }, signal: stop.signal }).then(
        (reply) => setChecked({ name, reply }),
        // The server checks again when the project is created.
        () => undefined,
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [canCheck, name, send]);
  if (!canCheck || checked?.name !== name) return undefined;
  const { available, message, suggestion } = checked.reply;
  return available
    ? {}
    : { ...(message !== undefined && { message }), ...(suggestion !== undefined && { suggestion }) };
};

/** The selected source, kept in the URL as ?from=. Defaults to the source of the last visit. */
const useSource = (last: Source): [Source, (source: Source) => void] => {
  const { query, change } = useUrlQuery();
  const fromUrl = sources.find((source) => source === query.get("from"));
  /** Shown immediately, until the router has updated the URL. */
  const [picked, setPicked] = useState<Source>();
  if (picked !== undefined && picked === fromUrl) setPicked(undefined);
  const choose = (source: Source) => {
    setPicked(source);
    change({ from: source });
  };
  return [picked ?? fromUrl ?? last, choose];
};
