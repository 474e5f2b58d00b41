import { useNavigate } from "react-router";
import { href } from "../../../../../../resources/href.ts";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { isNamePath } from "../../../../flows/deploy/values.ts";
import { FormCard, ownForm } from "../../../../framework/forms/form.tsx";
import type { Project } from "../live-card.tsx";

const { ipfsPath, ipnsAuto } = projects.fields;
const isName = (values: Pick<Project, "ipfsPath">) => isNamePath(values.ipfsPath ?? "");

/** The project's hash or IPNS name. Saving deploys the new content. */
export const HashCard = ({ project: { id, name, ...stored } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  return (
    <FormCard
      title="Source"
      text="Saving deploys the new content. The live site is unchanged until the deployment completes."
      form={ownForm({ ipfsPath, ipnsAuto }, (values, send) => {
        const body = isName(values) ? values : { ipfsPath: values.ipfsPath };
        return send(editSource, { params: { id }, body });
      })}
      initial={{ ipfsPath: stored.ipfsPath, ipnsAuto: stored.ipnsAuto ?? true }}
      hidden={(values) => (isName(values) ? [] : ["ipnsAuto"])}
      submit={(values) => (isName(values) ? "Deploy name" : "Deploy hash")}
      icon="rocket"
      done=""
      onSaved={({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId }))}
    />
  );
};
