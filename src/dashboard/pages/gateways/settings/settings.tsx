import { useNavigate } from "react-router";
import type { Row } from "../../../../../resources/define.ts";
import { gateways } from "../../../../../resources/gateway/gateways.ts";
import { href } from "../../../../../resources/href.ts";
import { useQueryClient } from "@tanstack/react-query";
import { listGateways } from "../../../../../resources/gateway/gateway-calls.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DangerCard } from "../../../ui/danger-card.tsx";
import { AddButton } from "../../domains/add-button.tsx";
import { DomainList } from "../../domains/domain-list.tsx";
import { IndexCard } from "./index-card.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { ScopeCard } from "./scope-card.tsx";
import { UserAgentsCard } from "./user-agents-card.tsx";

export type Gateway = Row<typeof gateways>;

export interface GatewayCardProps {
  readonly gateway: Gateway;
  readonly readOnly: boolean;
}

/** Settings and deletion of a gateway. */
export const Settings = ({ gateway }: { readonly gateway: Gateway }) => {
  const allows = useAllows();
  const readOnly = !allows("edit", gateways.name);
  const card = { gateway, readOnly };
  return (
    <div className="fh-stack">
      <ScopeCard {...card} />
      <IndexCard {...card} />
      <OriginsCard {...card} />
      <UserAgentsCard {...card} />
      <LimitsCard {...card} />
      {allows("list", "domains") && <Domains gateway={gateway} />}
      {allows("delete", gateways.name) && <DangerZone gateway={gateway} />}
    </div>
  );
};

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
  const client = useQueryClient();
  const actions = useRecordActions(gateways, {
    onDeleted: () => {
      void client.invalidateQueries({ queryKey: callKey(listGateways) });
      void navigate(href(gateways, "list"), { replace: true });
    },
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
