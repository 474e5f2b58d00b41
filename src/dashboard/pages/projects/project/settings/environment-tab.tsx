import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callOf } from "../../../../../../resources/endpoints.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import type { Variable } from "../../../../flows/deploy/dot-env.ts";
import { filledVariables, problemsOfVariables } from "../../../../flows/deploy/values.ts";
import { resourceKey } from "../../../../framework/data/record-keys.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useAllows } from "../../../../framework/use-allows.ts";
import { EnvEditor } from "../../new-project/env-editor.tsx";
import type { Project } from "../live-card.tsx";
import { SettingsCard } from "./settings-card.tsx";

const editCall = callOf(projects, "edit");

const readOnlyText = "Available during each build. Only members with edit access can see values.";

/** Environment variables of a project's builds. */
export const EnvironmentTab = ({ project }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  const client = useQueryClient();
  const saved = project.env ?? [];
  const [input, setInput] = useState<readonly Variable[]>();
  const { act, acting } = useAct(editCall, { done: "Saved" });
  const env = input ?? saved;
  const save = async () => {
    const reply = await act({ params: { id: project.id }, body: { env: filledVariables({ env }) } as never });
    if (reply === undefined) return;
    await client.invalidateQueries({ queryKey: resourceKey(projects.name) });
    setInput(undefined);
  };
  const part = {
    problems: problemsOfVariables(env),
    dirty: input !== undefined,
    saving: acting,
    discard: () => setInput(undefined),
    save: () => void save(),
  };
  return (
    <SettingsCard
      title={projects.fields.env.label}
      text={mayEdit ? "Available only during builds. Applied from the next deployment." : readOnlyText}
      part={part}
      readOnly={!mayEdit}
    >
      <EnvEditor variables={env} problems={part.problems} disabled={acting} readOnly={!mayEdit} onChange={setInput} />
    </SettingsCard>
  );
};
