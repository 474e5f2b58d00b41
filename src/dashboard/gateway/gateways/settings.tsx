import { Link } from "react-router";
import type { Row } from "../../../../resources/declare/define.ts";
import { actionOf, callOf } from "../../../../resources/declare/endpoints.ts";
import { optional } from "../../../../resources/declare/fields.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { gatewayLimits, gateways } from "../../../../resources/gateway/gateways.ts";
import { href } from "../../../../resources/declare/href.ts";
import { callForm, FormCard } from "../../framework/forms/form.tsx";
import { PageDialogs } from "../../framework/pages/page-dialogs.tsx";
import { ActionCard, DangerZone } from "../../framework/pages/record-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { DomainsCard } from "../../hosting/flows/domains/domain-list.tsx";

/** Settings and deletion of a gateway. */
export const Settings = ({ gateway }: { readonly gateway: Row<typeof gateways> }) => {
  const { id, name, scope } = gateway;
  const allows = useAllows();
  const readOnly = !allows("edit", gateways.name);
  const target = { kind: "gateway", id, name } as const;
  const rules = { resource: gateways, record: gateway };
  return (
    <div className="fh-stack">
      <FormCard
        title="Scope"
        text={
          <>
            Send a token from <Link to={href(gatewayTokens, "list")}>Gateway auth tokens</Link> with each request to a
            private gateway.
          </>
        }
        form={scopeForm(name)}
        initial={{ scope }}
        refreshes={[gateways]}
        readOnly={readOnly}
      />
      <ActionCard {...rules} name="setIndexPage" />
      <ActionCard {...rules} name="setOrigins" />
      <ActionCard {...rules} name="setUserAgents" />
      <FormCard
        title={setLimits.label}
        text={setLimits.intro}
        form={limitsForm(name)}
        initial={{
          requestsPerMinute: gateway.requestsPerMinute || undefined,
          requestsPerAddress: gateway.requestsPerAddress || undefined,
        }}
        refreshes={[gateways]}
        readOnly={readOnly}
      />
      {allows("list", "domains") && (
        <PageDialogs>
          <DomainsCard project={target} text="Custom domains for this gateway, in addition to its own address." />
        </PageDialogs>
      )}
      <DangerZone resource={gateways} record={gateway} label="Delete gateway" />
    </div>
  );
};

const scopeForm = (name: string) =>
  callForm(callOf(gateways, "create"), {
    fields: { scope: gateways.fields.scope },
    body: ({ scope }) => ({ name, scope }),
    draft: `gateway/${name}/scope`,
  });

const { setLimits } = gateways.actions;

/** A blank limit is sent as 0. */
const limitsForm = (name: string) =>
  callForm(actionOf(gateways, "setLimits"), {
    params: { name },
    fields: {
      requestsPerMinute: optional(gatewayLimits.requestsPerMinute),
      requestsPerAddress: optional(gatewayLimits.requestsPerAddress),
    },
    body: ({ requestsPerMinute, requestsPerAddress }) => ({
      requestsPerMinute: requestsPerMinute ?? 0,
      requestsPerAddress: requestsPerAddress ?? 0,
    }),
  });
