import { Tabs } from "../../../../ui/tabs.tsx";
import type { Project } from "../live-card.tsx";
import { AdvancedTab } from "./advanced-tab.tsx";
import { EnvironmentTab } from "./environment-tab.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { GitTab } from "./git-tab.tsx";

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
