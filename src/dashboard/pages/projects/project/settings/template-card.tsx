import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { data } from "../../../../../../resources/fields.ts";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { templateValues } from "../../../../../../resources/hosting/filled-template.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { completeValues, problemsOfTemplate } from "../../../../../../resources/hosting/template-values.ts";
import { templates } from "../../../../../../resources/hosting/templates.ts";
import { useCall } from "../../../../framework/data/use-call.ts";
import { FormCard, ownForm } from "../../../../framework/forms/form.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { TemplateForm } from "../../new-project/template-form/template-form.tsx";
import type { Project } from "../live-card.tsx";

/** Values of the template's form. Saving deploys the changes. */
export const TemplateCard = ({ project: { id, name, web3TemplateId, configJson } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const { data: list } = useCall(templates);
  if (!list) return <Skeleton lines={6} />;
  const template = list.items.find((one) => one.id === web3TemplateId)?.configJson;
  if (!template) return null;
  const isComplete = z.refine<Project["configJson"] & object>(
    (values) => Object.keys(problemsOfTemplate(template, values)).length === 0,
    "Correct the marked settings.",
  );
  return (
    <FormCard
      bare
      form={ownForm(
        { configJson: data("", templateValues.check(isComplete)) },
        (values, send) =>
          send(editSource, { params: { id }, body: { configJson: completeValues(template, values.configJson) } }),
        `projects/template/${id}`,
      )}
      initial={{ configJson: configJson ?? {} }}
      controls={{
        configJson: ({ value = {}, onChange, disabled }) => (
          <TemplateForm
            form={template}
            values={value}
            problems={problemsOfTemplate(template, value)}
            disabled={disabled}
            onChange={onChange}
          />
        ),
      }}
      submit="Deploy changes"
      icon="rocket"
      done=""
      onSaved={({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId }))}
    />
  );
};
