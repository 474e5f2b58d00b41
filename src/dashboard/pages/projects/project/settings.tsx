import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { AntdRoot } from "../../../framework/forms/antd-root.tsx";
import { RecordForm } from "../../../framework/forms/record-form.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { toast } from "../../../ui/toast.ts";
import { EnvForm } from "./env-form.tsx";
import type { Project } from "./live-card.tsx";
import styles from "./project.module.css";

/** How a repository's project is built, and its end. */
export const Settings = ({ project }: { readonly project: Project }) => {
  const allows = useAllows();
  return (
    <div className="fh-stack">
      {project.deployType === "REPOSITORY" && allows("edit", "projects") && (
        <>
          <BuildForm id={project.id} />
          <EnvForm project={project} />
        </>
      )}
      {allows("delete", "projects") && <DangerZone project={project} />}
    </div>
  );
};

/** Mounted anew to forget what was typed. */
const BuildForm = ({ id }: { readonly id: string }) => {
  const [turn, setTurn] = useState(0);
  const again = () => setTurn(turn + 1);
  return (
    <Card title="Build" text="Used from the next deployment on.">
      <AntdRoot>
        <RecordForm
          key={turn}
          resource={projects}
          verb="edit"
          id={id}
          submit="Save"
          onCancel={again}
          onSaved={() => {
            toast("Saved");
            again();
          }}
        />
      </AntdRoot>
    </Card>
  );
};

const DangerZone = ({ project }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const actions = useRecordActions(projects, {
    onDeleted: () => void navigate(href(projects, "list"), { replace: true }),
  });
  const remove = actions(project).find(({ danger }) => danger);
  return (
    <Card title="Danger zone">
      <div className={styles.danger}>
        <p>{projects.remove.confirm}</p>
        <Button kind="danger" icon="trash" onClick={() => remove?.onSelect?.()}>
          Delete project
        </Button>
      </div>
    </Card>
  );
};
