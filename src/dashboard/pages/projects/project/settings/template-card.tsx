import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { completeValues, problemsOfTemplate } from "../../../../../../resources/hosting/template-values.ts";
import { templates, type TemplateValues } from "../../../../../../resources/hosting/templates.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { useDraft } from "../../../../framework/forms/use-draft.ts";
import { useUnsavedGuard } from "../../../../framework/forms/use-unsaved-guard.ts";
import { Button } from "../../../../ui/button.tsx";
import { Form } from "../../../../ui/form.tsx";
import { RestoredNote } from "../../../../ui/restored-note.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { TemplateForm } from "../../new-project/template-form/template-form.tsx";
import type { Project } from "../live-card.tsx";

/** Values of the template's form. Saving deploys the changes. */
export const TemplateCard = ({ project }: { readonly project: Project }) => {
  const { id, name, web3TemplateId, configJson = {} } = project;
  const navigate = useNavigate();
  const [input, setInput] = useState<TemplateValues>();
  const draft = useDraft(`projects/template/${id}`, input, setInput);
  const { data } = useCall(templates);
  const template = data?.items.find((one) => one.id === web3TemplateId);
  const { act, acting } = useAct(editSource, {
    onDone: ({ taskId }) => {
      draft.forget();
      setInput(undefined);
      void navigate(href(deployments, "show", { projName: name, id, taskId }));
    },
  });
  const discard = () => {
    draft.forget();
    setInput(undefined);
  };
  useUnsavedGuard(() => input !== undefined && !acting, discard);
  if (!data) return <Skeleton lines={6} />;
  if (!template) return null;
  const values = input ?? configJson;
  const problems = Object.fromEntries(
    Object.entries(problemsOfTemplate(template.configJson, values)).map(([key, text]) => [`configJson.${key}`, text]),
  );
  return (
    <Form
      onSubmit={() => void act({ params: { id }, body: { configJson: completeValues(template.configJson, values) } })}
    >
      {draft.restored && <RestoredNote />}
      <TemplateForm
        form={template.configJson}
        values={values}
        problems={problems}
        disabled={acting}
        onChange={setInput}
      />
      <div className="fh-form-actions">
        {input && (
          <Button disabled={acting} onClick={discard}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          kind="primary"
          icon="rocket"
          busy={acting}
          disabled={!input || Object.keys(problems).length > 0}
        >
          Deploy changes
        </Button>
      </div>
    </Form>
  );
};
