import { useState } from "react";
import type { CallSpec } from "../../../../../resources/define.ts";
import { callsOf } from "../../../../../resources/endpoints.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import type { Variable } from "../../../flows/deploy/dot-env.ts";
import { emptyValues, filledVariables, problemsOf } from "../../../flows/deploy/values.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EnvEditor } from "../new-project/env-editor.tsx";
import type { Project } from "./live-card.tsx";
import styles from "./project.module.css";

const edit: CallSpec = callsOf(projects).find(({ call }) => call === projects.calls.edit)!;

/** The environment variables of a project's builds. */
export const EnvForm = ({ project }: { readonly project: Project }) => {
  const [variables, setVariables] = useState<readonly Variable[]>(project.env ?? []);
  const { act, acting } = useAct(edit, { done: "Saved" });
  const values = { ...emptyValues, source: "repository" as const, name: project.name, env: variables };
  const problems = problemsOf(values);
  return (
    <Card title={projects.fields.env.label} text="Given to the next build, and to nothing else.">
      <div className={styles.stack}>
        <EnvEditor variables={variables} problems={problems} disabled={acting} onChange={setVariables} />
        <div className={styles.foot}>
          <Button
            kind="primary"
            busy={acting}
            disabled={Object.keys(problems).length > 0}
            onClick={() => void act({ params: { id: project.id }, body: { env: filledVariables(values) } as never })}
          >
            Save
          </Button>
        </div>
      </div>
    </Card>
  );
};
