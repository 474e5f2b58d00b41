import { Link } from "react-router";
import { href } from "../../../../resources/href.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { pageSizeMax } from "../../../../resources/limits.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { ChoiceField } from "./choice-field.tsx";

interface ProjectFieldProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error?: string | undefined;
}

/** Selects one of the team's projects, last updated first. */
export const ProjectField = ({ value, onChange, error }: ProjectFieldProps) => {
  const { rows, error: failure, reload } = useRecords(projects, { size: pageSizeMax });
  if (failure && !rows) return <ErrorState message={failure.message} onRetry={reload} />;
  if (rows?.length === 0) {
    return (
      <p className={error && "fh-form-refused"} role={error && "alert"}>
        No projects yet. <Link to={href(projects, "create")}>Create a project</Link>.
      </p>
    );
  }
  const options = rows?.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ChoiceField
      label="Project"
      prompt="Select a project"
      value={value}
      options={options}
      onChange={onChange}
      error={error}
    />
  );
};
