import { useNavigate } from "react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { useQueryClient } from "@tanstack/react-query";
import { projects, type Variable } from "../../../../../../resources/hosting/projects.ts";
import { href } from "../../../../../../resources/declare/href.ts";
import { useRecordActions } from "../../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../../framework/use-allows.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/panels/card.tsx";
import { DangerCard } from "../../../../ui/panels/danger-card.tsx";
import { Tabs } from "../../../../ui/page/tabs.tsx";
import { type Project, providerNames } from "../live-card.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { callOf } from "../../../../../../resources/declare/endpoints.ts";
import { data } from "../../../../../../resources/declare/fields.ts";
import { filledVariables, problemsOfVariables } from "../../../flows/deploy/values.ts";
import { callForm, FormCard, recordForm } from "../../../../framework/forms/form.tsx";
import { EnvEditor } from "../../new-project/env-editor.tsx";
import {
  deployHooks,
  previewPassword,
  removePreviewPassword,
  setPreviewPassword,
} from "../../../../../../resources/hosting/hooks.ts";
import { ListCard } from "../../../../framework/pages/list-card.tsx";
import { relatedTo } from "../../../../framework/pages/related.tsx";
import { CopyText } from "../../../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../../../ui/panels/description-list.tsx";
import { Previews } from "../previews.tsx";
import { branchMenu, useBranches } from "../use-branches.ts";
import { resourceKey } from "../../../../framework/data/record-keys.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { Switch } from "../../../../ui/fields/text-field.tsx";

/** Settings of a project. Git and environment variables exist only for repositories. */
export const Settings = ({ project }: { readonly project: Project }) => {
  const built = project.deployType === "REPOSITORY";
  const tabs = [
    { label: "General", content: <GeneralTab project={project} /> },
    ...(built
      ? [
          { label: "Git", content: <GitTab project={project} /> },
          { label: "Environment variables", content: <EnvironmentTab project={project} /> },
        ]
      : []),
    { label: "Advanced", content: <AdvancedTab project={project} /> },
  ];
  return <Tabs label="Settings" param="sub" side tabs={tabs} />;
};

/** Serving options and deletion of a project. */
const AdvancedTab = ({ project }: { readonly project: Project }) => {
  const allows = useAllows();
  const mayEdit = allows("edit", "projects");
  return (
    <div className="fh-stack">
      <Card title="Serving" text="Changes apply immediately to the live site and its previews.">
        <div className="fh-stack">
          <SettingSwitch project={project} field="rewrite" disabled={!mayEdit} />
          <SettingSwitch project={project} field="directoryList" disabled={!mayEdit} />
        </div>
      </Card>
      {allows("delete", "projects") && <DangerZone project={project} />}
    </div>
  );
};

const DangerZone = ({ project }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const actions = useRecordActions(projects, {
    onDeleted: () => void navigate(href(projects, "list"), { replace: true }),
  });
  const remove = actions(project).find(({ danger }) => danger);
  return (
    <DangerCard text={projects.remove.confirm}>
      <Button kind="danger" icon="trash" onClick={() => remove?.onSelect?.()}>
        Delete project
      </Button>
    </DangerCard>
  );
};

const env = data("", z.array(z.custom<Variable>()));

/** Environment variables of a project's builds. They are secrets: the form keeps no draft. */
const EnvironmentTab = ({ project: { id, env: saved = [] } }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  return (
    <FormCard
      title={projects.fields.env.label}
      text={
        mayEdit
          ? "Available only during builds. Applied from the next deployment."
          : "Available during each build. Only members with edit access can see values."
      }
      form={callForm(callOf(projects, "edit"), { params: { id }, fields: { env }, draft: false })}
      initial={{ env: saved }}
      readOnly={!mayEdit}
      controls={{
        env: ({ value = [], onChange, disabled }) => <Rows saved={value} readOnly={disabled} onChange={onChange} />,
      }}
      blocked={({ env: present = [] }) => Object.keys(problemsOfVariables(present)).length > 0}
      refreshes={[projects]}
    />
  );
};

interface RowsProps {
  readonly saved: readonly Variable[];
  readonly readOnly: boolean;
  readonly onChange: (variables: Variable[]) => void;
}

/** Blank rows are only on screen. */
const Rows = ({ saved, readOnly, onChange }: RowsProps) => {
  const [input, setInput] = useState(saved);
  const isCurrent = JSON.stringify(filledVariables({ env: input })) === JSON.stringify(saved);
  const rows = isCurrent ? input : saved;
  return (
    <EnvEditor
      variables={rows}
      problems={problemsOfVariables(rows)}
      disabled={readOnly}
      readOnly={readOnly}
      onChange={(changed) => {
        setInput(changed);
        onChange(filledVariables({ env: changed }));
      }}
    />
  );
};

/** Repository, branch, deploy hooks and previews. */
const GitTab = ({ project }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  const { repo } = project;
  return (
    <div className="fh-stack">
      {repo && (
        <Card title="Repository">
          <DescriptionList
            facts={[
              { label: "Repository", value: `${repo.namespace}/${repo.name}` },
              { label: "Provider", value: providerNames[repo.provider] },
              { label: "Address", value: <CopyText text={repo.cloneUrl} label="repository address" /> },
            ]}
          />
        </Card>
      )}
      <BranchCard project={project} mayEdit={mayEdit} />
      {repo?.provider !== "URL" && (
        <Card title="Deploy on push">
          <div className="fh-stack">
            <SettingSwitch
              project={project}
              field="hookSwitch"
              hint={`Each push to ${project.currentBranch ?? "the branch"} is built and deployed.`}
              disabled={!mayEdit}
            />
            <SettingSwitch project={project} field="previews" disabled={!mayEdit || !project.hookSwitch} />
          </div>
        </Card>
      )}
      <DeployHooks project={project} />
      <Previews project={project} empty />
      {mayEdit && <PreviewPassword projectId={project.id} />}
    </div>
  );
};

const BranchCard = ({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) => (
  <FormCard
    title="Branch"
    text="The branch of the live site. Applied from the next deployment. An existing preview of this branch is removed."
    form={recordForm(projects, "edit", { id: project.id, only: ["currentBranch"] })}
    initial={project}
    overrides={{ currentBranch: branchMenu(useBranches(project), project.currentBranch) }}
    readOnly={!mayEdit}
  />
);

/** The password that previews ask for. */
const PreviewPassword = ({ projectId }: { readonly projectId: string }) => {
  const params = { id: projectId };
  const { data, reload } = useCall(previewPassword, { params });
  const { act, acting } = useAct(removePreviewPassword, { done: "Password removed", onDone: reload });
  // A new form after each save: it doesn't keep the password on screen.
  const [saves, setSaves] = useState(0);
  const isSet = data?.isSet ?? false;
  return (
    <FormCard
      key={saves}
      title="Preview password"
      text={
        isSet
          ? "Previews ask for a password. The live site never does."
          : "Optional. Visitors of previews must enter it. The live site stays open."
      }
      actions={
        isSet && (
          <Button size="small" disabled={acting} onClick={() => void act({ params })}>
            Remove password
          </Button>
        )
      }
      form={callForm(setPreviewPassword, { params })}
      submit={isSet ? "Change password" : "Set password"}
      done="Password set"
      refreshes={[previewPassword]}
      onSaved={() => setSaves(saves + 1)}
    />
  );
};

/** URLs that deploy a branch when called. */
const DeployHooks = ({ project }: { readonly project: Project }) => {
  const { currentBranch = "" } = project;
  return (
    <ListCard
      {...relatedTo(projects, project, deployHooks)}
      form={{
        initial: { branch: currentBranch },
        overrides: { branch: branchMenu(useBranches(project), currentBranch) },
        below: {
          branch: ({ branch }) => (
            <p className="fh-muted">
              {branch === currentBranch ? "Deploys to the live site." : "Deploys to this branch's preview."}
            </p>
          ),
        },
      }}
    />
  );
};

const editCall = callOf(projects, "edit");

interface SettingSwitchProps {
  readonly project: Project;
  readonly field: "hookSwitch" | "previews" | "rewrite" | "directoryList";
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** A switch that saves its setting immediately. */
const SettingSwitch = ({ project, field, hint, disabled = false }: SettingSwitchProps) => {
  const client = useQueryClient();
  const [pending, setPending] = useState<boolean>();
  const { act, acting } = useAct(editCall, { done: "Saved" });
  const set = async (on: boolean) => {
    setPending(on);
    await act({ params: { id: project.id }, body: { [field]: on } as never });
    await client.invalidateQueries({ queryKey: resourceKey(projects.name) });
    setPending(undefined);
  };
  const { label, hint: defaultHint } = projects.fields[field] as { readonly label: string; readonly hint?: string };
  return (
    <Switch
      label={label}
      hint={hint ?? defaultHint}
      checked={pending ?? project[field] ?? false}
      disabled={disabled || acting}
      onChange={(on) => void set(on)}
    />
  );
};
