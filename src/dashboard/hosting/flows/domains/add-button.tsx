import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { choice, optional } from "../../../../../resources/declare/fields.ts";
import {
  domainChoices,
  gatewayChoice,
  toDomain,
  type DomainChoice,
} from "../../../../../resources/hosting/domains/domain-names.ts";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { useCreateRequest } from "../../../framework/create-request.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { usePageDialog } from "../../../framework/pages/page-dialogs.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceTiles } from "../../../ui/fields/choice-tiles.tsx";
import { choiceTexts, offersPair, suggestedChoice } from "./choices.ts";
import { projectField, useProjectMenu } from "./project-menu.tsx";
import { useSetup } from "./use-setup.ts";

/** Target of domains: a project by default. */
export interface OfProject {
  readonly kind?: "gateway";
  readonly id: string;
  readonly name: string;
}

/** Opens the form for a new domain, optionally of one project or gateway. Then shows the DNS records to set. */
export const AddButton = ({
  project,
  disabled = false,
}: {
  readonly project?: OfProject;
  readonly disabled?: boolean;
}) => {
  const open = usePageDialog();
  const openForm = () => open((close) => <AddDomain project={project} onClose={close} />);
  useCreateRequest(domains.name, () => !disabled && openForm());
  if (!useAllows()("create", "domains")) return null;
  return (
    <Button kind="primary" icon="plus" disabled={disabled} onClick={openForm}>
      Add domain
    </Button>
  );
};

interface AddDomainProps {
  readonly project: OfProject | undefined;
  readonly onClose: () => void;
}

const fields = {
  domain: domains.fields.domain,
  projectId: projectField,
  // Until the user picks one, the domain suggests it.
  choice: { ...optional(choice("Domain names", ["0", "1", "2"])), initial: "" },
};

/** Form for a domain, its project and its www variant. */
const AddDomain = ({ project, onClose }: AddDomainProps) => {
  const { show } = useSetup();
  const { menu, note } = useProjectMenu();
  const isGateway = project?.kind === "gateway";
  return (
    <FormDialog
      title={project ? `Add domain to ${project.name}` : "Add domain"}
      form={callForm(callOf(domains, "create"), {
        fields,
        body: ({ domain, projectId, choice: picked }) => {
          const createType: DomainChoice | typeof gatewayChoice = isGateway ? gatewayChoice : choiceOf(domain, picked);
          return { domain, projectId, createType };
        },
        draft: `domains/create/${project?.id ?? ""}`,
      })}
      initial={{ projectId: project?.id }}
      hidden={({ domain = "" }) => [
        ...(project ? (["projectId"] as const) : []),
        ...(isGateway || !offersPair(domain) ? (["choice"] as const) : []),
      ]}
      overrides={{ projectId: menu }}
      controls={{
        choice: ({ values: { domain = "" }, value, onChange }) => (
          <ChoiceTiles
            label={fields.choice.label}
            width={500}
            options={choiceTexts(domain).map((option) => ({ ...option, value: `${option.value}` as const }))}
            value={`${choiceOf(domain, value)}`}
            onChange={onChange}
          />
        ),
      }}
      below={{
        domain: ({ domain = "" }) => <DnsName input={domain} />,
        projectId: () => note,
      }}
      errorFields={{ DOMAIN_ADDED: "domain", LIMIT_REACHED: "domain" }}
      refreshes={[domains]}
      submit="Add domain"
      onSaved={({ domainIds }) => show(domainIds)}
      onClose={onClose}
    />
  );
};

const choiceOf = (domain: string, picked: string | undefined): DomainChoice =>
  offersPair(domain) ? (domainChoices.find((value) => `${value}` === picked) ?? suggestedChoice(domain)) : 2;

/** The punycode form of a domain in another script. */
const DnsName = ({ input }: { readonly input: string }) => {
  const name = toDomain(input);
  if (!name?.includes("xn--") || input.toLowerCase().includes("xn--")) return null;
  return (
    <p>
      DNS name: <span className="fh-mono">{name}</span>
    </p>
  );
};
