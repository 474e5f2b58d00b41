import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { ipnsNames } from "../../../../../resources/gateway/ipns-names.ts";
import { code, text } from "../../../../../resources/declare/fields.ts";
import {
  nameContentHint,
  nameContentPattern,
  nameDomains,
  nameMax,
  nameService,
  nameServiceOf,
} from "../../../../../resources/hosting/domains/name-services.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { usePageDialog } from "../../../framework/pages/page-dialogs.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import type { OfProject } from "../../flows/domains/add-button.tsx";
import { projectField, useProjectMenu } from "../../flows/domains/project-menu.tsx";
import { useShownName } from "./use-shown-name.ts";

/** Opens the form for an on-chain name, then shows the record to set. */
export const AddNameButton = ({
  project,
  disabled = false,
}: {
  readonly project?: OfProject;
  readonly disabled?: boolean;
}) => {
  const open = usePageDialog();
  if (!useAllows()("create", "name-domains")) return null;
  return (
    <Button
      kind="primary"
      icon="plus"
      disabled={disabled}
      onClick={() => open((close) => <AddName project={project} onClose={close} />)}
    >
      Add name
    </Button>
  );
};

interface AddNameProps {
  readonly project: OfProject | undefined;
  readonly onClose: () => void;
}

const current = "current";
const other = "other";
const fields = {
  type: nameService,
  domain: code("Name", { min: 1, required: "Enter a name.", max: nameMax }),
  projectId: projectField,
  /** The site's current content, an IPNS name, or another address. */
  target: text("Target", {
    min: 1,
    required: "Select a target.",
    placeholder: "Select a target",
    hint: "With a CID, update the record after each deployment. With an IPNS name, the record stays the same.",
  }),
  address: code("Address", {
    placeholder: "ipfs://bafy…",
    hint: nameContentHint,
    pattern: { expression: nameContentPattern, message: nameContentHint },
  }),
};

/** Form for an on-chain name, its service, project and target. */
const AddName = ({ project, onClose }: AddNameProps) => {
  const { data } = useCall(callOf(nameDomains, "list"), { query: project ? { projectId: project.id } : {} });
  const mayRead = useAllows()("list", "ipns-names");
  const { rows: ipns = [] } = useRecords(ipnsNames, { enabled: mayRead });
  const { rows, menu, note } = useProjectMenu();
  const { show } = useShownName();
  const hashOf = (projectId: string | undefined) => rows?.find(({ id }) => id === projectId)?.hash;
  const targetMenu = (hash: string | undefined) => {
    const labels = {
      ...(hash !== undefined && { [current]: `Current content: ${shortenHash(hash)}` }),
      ...Object.fromEntries(ipns.map(({ name, key }) => [`ipns://${key}`, `IPNS name ${name}: ${shortenHash(key)}`])),
      [other]: "Other address",
    };
    return { as: "choice", options: Object.keys(labels), labels } as const;
  };
  const isUnavailable = (type = "ens") => data !== undefined && !data.connected.some((one) => one === type);
  return (
    <FormDialog
      title={project ? `Add name to ${project.name}` : "Add name"}
      form={callForm(callOf(nameDomains, "create"), {
        fields,
        body: ({ target, address, ...values }) => {
          const contents: Readonly<Record<string, string>> = {
            [current]: `ipfs://${hashOf(values.projectId)}`,
            [other]: address,
          };
          return { ...values, content: contents[target] ?? target };
        },
        draft: false,
      })}
      initial={{ type: "ens", projectId: project?.id }}
      hidden={({ projectId, target }) => [
        ...(project ? (["projectId"] as const) : []),
        ...(projectId ? [] : (["target"] as const)),
        ...(target === other ? [] : (["address"] as const)),
      ]}
      overrides={({ type, projectId }) => ({
        domain: { placeholder: nameServiceOf(type ?? "ens").example },
        projectId: menu,
        target: targetMenu(hashOf(projectId)),
      })}
      below={{
        type: ({ type = "ens" }) =>
          isUnavailable(type) && (
            <Banner kind="warning" title={`${nameServiceOf(type).name} is unavailable`}>
              Name services need a connection to their public network. Ask your administrator to configure it.
            </Banner>
          ),
        projectId: () => note,
      }}
      blocked={({ type }) => isUnavailable(type)}
      errorFields={{ DOMAIN_ADDED: "domain", LIMIT_REACHED: "domain" }}
      refreshes={[nameDomains]}
      submit="Add name"
      onSaved={({ id }) => show(id)}
      onClose={onClose}
    />
  );
};
