import { Link, useNavigate } from "react-router";
import type { Row } from "../../../../resources/define.ts";
import { optional } from "../../../../resources/fields.ts";
import {
  gatewayLimits,
  saveGateway,
  setGatewayIndex,
  setGatewayLimits,
  setGatewayOrigins,
  setGatewayUserAgents,
} from "../../../../resources/gateway/gateway-calls.ts";
import { gatewayTokens } from "../../../../resources/gateway/gateway-tokens.ts";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { href } from "../../../../resources/href.ts";
import { callForm, FormCard, ownForm } from "../../framework/forms/form.tsx";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DangerCard } from "../../ui/danger-card.tsx";
import { AddButton } from "../domains/add-button.tsx";
import { DomainList } from "../domains/domain-list.tsx";

type Gateway = Row<typeof gateways>;

/** Settings and deletion of a gateway. */
export const Settings = ({ gateway }: { readonly gateway: Gateway }) => {
  const { name, scope, indexPage, origins, allowBlankOrigin, userAgents } = gateway;
  const allows = useAllows();
  const card = { readOnly: !allows("edit", gateways.name), refreshes: [gateways] };
  const params = { name };
  return (
    <div className="fh-stack">
      <FormCard
        {...card}
        title="Scope"
        text={
          <>
            Send a token from <Link to={href(gatewayTokens, "list")}>Gateway tokens</Link> with each request to a
            private gateway.
          </>
        }
        form={callForm(saveGateway)}
        initial={{ name, scope }}
        hidden={() => ["name"]}
      />
      <FormCard
        {...card}
        title="Default page"
        text="Content shown at the gateway's root. For a folder, its files are also served from the root."
        form={callForm(setGatewayIndex, { params })}
        initial={{ indexPage }}
      />
      <FormCard
        {...card}
        title="Origins"
        text="Sites that can use this gateway, matched by the Origin or Referer header. An empty list allows all."
        form={callForm(setGatewayOrigins, { params })}
        initial={{ origins, allowBlankOrigin }}
      />
      <FormCard
        {...card}
        title="User agents"
        text="Clients that can use this gateway, matched by User-Agent. Clients can fake this header, so don't rely on it for security."
        form={callForm(setGatewayUserAgents, { params })}
        initial={{ userAgents }}
      />
      <FormCard
        {...card}
        title="Rate limits"
        text="Requests above the limit get a 429 response. Leave blank for unlimited."
        form={limitsForm(name)}
        initial={{
          requestsPerMinute: gateway.requestsPerMinute || undefined,
          requestsPerAddress: gateway.requestsPerAddress || undefined,
        }}
      />
      {allows("list", "domains") && <Domains gateway={gateway} />}
      {allows("delete", gateways.name) && <DangerZone gateway={gateway} />}
    </div>
  );
};

/** A blank limit is sent as 0. */
const limitsForm = (name: string) =>
  ownForm(
    {
      requestsPerMinute: optional(gatewayLimits.requestsPerMinute),
      requestsPerAddress: optional(gatewayLimits.requestsPerAddress),
    },
    ({ requestsPerMinute = 0, requestsPerAddress = 0 }, send) =>
      send(setGatewayLimits, { params: { name }, body: { requestsPerMinute, requestsPerAddress } }),
    `gateway/${name}/limits`,
  );

const Domains = ({ gateway: { id, name } }: { readonly gateway: Gateway }) => {
  const target = { kind: "gateway", id, name } as const;
  return (
    <Card
      title="Domains"
      text="Custom domains for this gateway, in addition to its own address."
      actions={<AddButton project={target} />}
      flush
    >
      <DomainList project={target} emptyAction={<AddButton project={target} />} />
    </Card>
  );
};

const DangerZone = ({ gateway }: { readonly gateway: Gateway }) => {
  const navigate = useNavigate();
  const actions = useRecordActions(gateways, {
    onDeleted: () => void navigate(href(gateways, "list"), { replace: true }),
  });
  const remove = actions(gateway).find(({ danger }) => danger);
  return (
    <DangerCard text={gateways.remove.confirm}>
      <Button kind="danger" icon="trash" onClick={() => remove?.onSelect?.()}>
        Delete gateway
      </Button>
    </DangerCard>
  );
};
