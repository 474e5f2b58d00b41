import { useNavigate } from "react-router";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { href } from "../../../../../../resources/href.ts";
import { useRecordActions } from "../../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../../framework/use-allows.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { DangerCard } from "../../../../ui/danger-card.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import type { Project } from "../live-card.tsx";
import { EnvironmentTab } from "./environment-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { GitTab } from "./git-tab.tsx";
import { SettingSwitch } from "./setting-switch.tsx";

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
