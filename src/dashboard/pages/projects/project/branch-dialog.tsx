import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import { BuildCost } from "../new-project/deploy-cost.tsx";
import type { Project } from "./live-card.tsx";
import { branchOptions, useBranches } from "./use-branches.ts";

interface BranchDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
  readonly onPicked: (branch: string) => void;
}

/** Selects the branch to deploy, to the live site or to a preview. */
export const BranchDialog = ({ project, onClose, onPicked }: BranchDialogProps) => {
  const names = useBranches(project);
  const own = project.currentBranch ?? "";
  const [input, setInput] = useState<string>();
  const branch = input ?? names?.find((name) => name !== own) ?? own;
  return (
    <Dialog title="Deploy branch" onClose={onClose}>
      <Form onSubmit={() => onPicked(branch)}>
        <SelectField
          label="Branch"
          value={branch}
          options={branchOptions(names, branch)}
          hint={branch === own ? "Deploys to the live site." : "Deploys to a preview URL. The live site is unchanged."}
          onChange={setInput}
        />
        <BuildCost projectId={project.id} />
        <div className="fh-form-actions">
          <Button onClick={() => onClose()}>Cancel</Button>
          <Button type="submit" kind="primary" icon="rocket" disabled={branch === ""}>
            Deploy branch
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
