import { useState } from "react";
import { createDeployHook } from "../../../../../../resources/hosting/hooks.ts";
import { deployHookNameMax } from "../../../../../../resources/limits.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useDraft } from "../../../../framework/forms/use-draft.ts";
import { Dialog } from "../../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../../ui/form.tsx";
import { FormActions } from "../../../../ui/form-actions.tsx";
import { RestoredNote } from "../../../../ui/restored-note.tsx";
import { SelectField, TextField } from "../../../../ui/text-field.tsx";
import type { Project } from "../live-card.tsx";
import { branchOptions, useBranches } from "../use-branches.ts";

interface HookDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
  /** Called with the new hook's URL, which is shown once. */
  readonly onAdded: (url: string) => void;
}

/** Name and branch of a new deploy hook. */
export const HookDialog = ({ project, onClose, onAdded }: HookDialogProps) => {
  const [name, setName] = useState("");
  const ownBranch = project.currentBranch ?? "";
  const [branch, setBranch] = useState(ownBranch);
  const [problem, setProblem] = useState("");
  const names = useBranches(project);
  const fill = (values: { readonly name: string; readonly branch: string }) => {
    setName(values.name);
    setBranch(values.branch);
  };
  const input = name === "" && branch === ownBranch ? undefined : { name, branch };
  const draft = useDraft(`hooks/create/${project.id}`, input, fill);
  const { act, acting } = useAct(createDeployHook, {
    onDone: ({ url }) => {
      draft.forget();
      onAdded(url);
    },
  });
  const startOver = () => {
    draft.forget();
    fill({ name: "", branch: ownBranch });
  };
  const create = () => {
    const body = { name, branch };
    const { error } = createDeployHook.body!.safeParse(body);
    setProblem(error?.issues[0]?.message ?? "");
    if (!error) void act({ params: { id: project.id }, body });
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  return (
    <Dialog title="Create deploy hook" onClose={onClose}>
      <Form onSubmit={create}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <TextField
          label="Name"
          value={name}
          placeholder="CMS"
          maxLength={deployHookNameMax}
          error={problem}
          onChange={(input) => {
            setName(input);
            setProblem("");
          }}
        />
        <SelectField
          label="Branch"
          value={branch}
          options={branchOptions(names, branch)}
          hint={branch === project.currentBranch ? "Deploys to the live site." : "Deploys to this branch's preview."}
          onChange={setBranch}
        />
        <FormActions label="Create" busy={acting} onCancel={cancel} />
      </Form>
    </Dialog>
  );
};
