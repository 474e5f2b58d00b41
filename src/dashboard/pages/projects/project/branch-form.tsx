import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import type { Project } from "./live-card.tsx";
import { branchOptions, useBranches } from "./use-branches.ts";

interface BranchFormProps {
  readonly project: Project;
  readonly onDone: (branch?: string) => void;
}

/** Which branch to deploy, and where it will be seen. */
export const BranchForm = ({ project, onDone }: BranchFormProps) => {
  const names = useBranches(project);
  const own = project.currentBranch ?? "";
  const [typed, setTyped] = useState<string>();
  const branch = typed ?? names?.find((name) => name !== own) ?? own;
  return (
    <form
      className="fh-stack"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(branch);
      }}
    >
      <SelectField
        label="Branch"
        value={branch}
        options={branchOptions(names, branch)}
        hint={
          branch === own ? "Goes live as the site." : "Goes to a preview with an address of its own; the site stays."
        }
        onChange={setTyped}
      />
      <div className="fh-form-actions">
        <Button onClick={() => onDone()}>Cancel</Button>
        <Button type="submit" kind="primary" icon="rocket" disabled={branch === ""}>
          Deploy this branch
        </Button>
      </div>
    </form>
  );
};
