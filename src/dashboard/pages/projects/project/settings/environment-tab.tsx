import { useState } from "react";
import * as z from "zod/mini";
import { callOf } from "../../../../../../resources/endpoints.ts";
import { data } from "../../../../../../resources/fields.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import type { Variable } from "../../../../flows/deploy/dot-env.ts";
import { filledVariables, problemsOfVariables } from "../../../../flows/deploy/values.ts";
import { FormCard, ownForm } from "../../../../framework/forms/form.tsx";
import { useAllows } from "../../../../framework/use-allows.ts";
import { EnvEditor } from "../../new-project/env-editor.tsx";
import type { Project } from "../live-card.tsx";

const variables = z
  .array(z.object({ key: z.string(), value: z.string() }))
  .check(z.refine((env) => Object.keys(problemsOfVariables(env)).length === 0, "Correct the marked variables."));
const env = data("", variables);

/** Environment variables of a project's builds. They are secrets: the form keeps no draft. */
export const EnvironmentTab = ({ project: { id, env: saved = [] } }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  return (
    <FormCard
      title={projects.fields.env.label}
      text={
        mayEdit
          ? "Available only during builds. Applied from the next deployment."
          : "Available during each build. Only members with edit access can see values."
      }
      form={ownForm({ env }, (values, send) => send(callOf(projects, "edit"), { params: { id }, body: values }))}
      initial={{ env: saved }}
      readOnly={!mayEdit}
      controls={{
        env: ({ value = [], onChange, disabled }) => <Rows saved={value} readOnly={disabled} onChange={onChange} />,
      }}
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
