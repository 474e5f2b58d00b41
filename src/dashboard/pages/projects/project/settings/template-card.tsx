import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { editSource } from "../../../../../../resources/hosting/projects.ts";
import { completeValues, problemsOfTemplate } from "../../../../../../resources/hosting/template-values.ts";
import { templates, type TemplateValues } from "../../../../../../resources/hosting/templates.ts";
import { useAct } from "../../../../framework/data/use-act.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { useUnsavedGuard } from "../../../../framework/forms/use-unsaved-guard.ts";
import { Button } from "../../../../ui/button.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { TemplateForm } from "../../new-project/template-form/template-form.tsx";
import type { Project } from "../live-card.tsx";

/** What was filled in for the template; changes are deployed as soon as they are stored. */
export const TemplateCard = ({ project }: { readonly project: Project }) => {
  const { id, name, web3TemplateId, configJson = {} } = project;
  const navigate = useNavigate();
  const [typed, setTyped] = useState<TemplateValues>();
  const { data } = useCall(templates);
  const template = data?.items.find((one) => one.id === web3TemplateId);
  const { act, acting } = useAct(editSource, {
    onDone: ({ taskId }) => {
      setTyped(undefined);
      void navigate(href(deployments, "show", { projName: name, id, taskId }));
    },
  });
  useUnsavedGuard(() => typed !== undefined && !acting);
  if (!data) return <Skeleton lines={6} />;
  if (!template) return null;
  const values = typed ?? configJson;
  const problems = Object.fromEntries(
    Object.entries(problemsOfTemplate(template.configJson, values)).map(([key, text]) => [`configJson.${key}`, text]),
  );
  return (
    <form
      className="fh-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act({ params: { id }, body: { configJson: completeValues(template.configJson, values) } });
      }}
    >
      <TemplateForm
        form={template.configJson}
        values={values}
        problems={problems}
        disabled={acting}
        onChange={setTyped}
      />
      <div className="fh-form-actions">
        {typed && (
          <Button disabled={acting} onClick={() => setTyped(undefined)}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          kind="primary"
          icon="rocket"
          busy={acting}
          disabled={!typed || Object.keys(problems).length > 0}
        >
          Deploy changes
        </Button>
      </div>
    </form>
  );
};
