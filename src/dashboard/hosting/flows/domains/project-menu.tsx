import { Link } from "react-router";
import { text } from "../../../../../resources/declare/fields.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { pageSizeMax } from "../../../../../resources/limits.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";

/** The project of a domain or name. */
export const projectField = text("Project", { min: 1, required: "Select a project.", placeholder: "Select a project" });

/** Returns the team's projects, last updated first, as a form's menu, and what to show below it if there are none. */
export const useProjectMenu = () => {
  const { rows, error, reload } = useRecords(projects, { size: pageSizeMax });
  const shown = rows ?? [];
  const menu = {
    as: "choice",
    options: shown.map(({ id }) => id),
    labels: Object.fromEntries(shown.map(({ id, name }) => [id, name])),
  } as const;
  const noProjects = rows?.length === 0 && (
    <p>
      No projects yet. <Link to={href(projects, "create")}>Create a project</Link>.
    </p>
  );
  return { rows, menu, note: error && !rows ? <ErrorState message={error.message} onRetry={reload} /> : noProjects };
};
