import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { gatewayStatus } from "../../../../resources/gateway/gateway-calls.ts";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { href, pageHref } from "../../../../resources/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { Empty } from "../../ui/empty.tsx";
import { CreateGateway } from "./create-gateway.tsx";

/** /gateway/list: the team's gateways, or how to unlock them. */
export const Component = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayCreate = useAllows()("edit", gateways.name);
  const [creating, setCreating] = useState(false);
  const { data: status } = useCall(gatewayStatus);
  const { rows = [] } = useRecords(gateways);
  return (
    <>
      <ListPage
        resource={gateways}
        create={
          mayCreate &&
          status?.available === true && (
            <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
              Create gateway
            </Button>
          )
        }
        instead={status?.available === false && rows.length === 0 ? <LockedGateways /> : undefined}
        cells={{
          name: ({ name }) => <span title={name}>{name}</span>,
          url: ({ url }) => (
            <a href={url} target="_blank" rel="noreferrer" title={url}>
              {url.replace(/^https?:\/\//, "")}
            </a>
          ),
        }}
        rowActions={({ url }) => [
          { label: "Copy link", icon: "copy", onSelect: () => void copyText(url) },
          { label: "Open", icon: "external", to: url },
        ]}
      />
      {creating && (
        <CreateGateway
          onClose={() => setCreating(false)}
          onCreated={({ name }) => {
            // The gateway's page reads the list.
            void client
              .invalidateQueries({ queryKey: resourceKey(gateways.name) })
              .then(() => navigate(href(gateways, "show", { name })));
          }}
        />
      )}
    </>
  );
};

const LockedGateways = () => (
  <div className="fh-table-card">
    <Empty
      icon="shield"
      title="Dedicated gateways are locked"
      text="Deposit any amount of LAND to unlock them. Until then, the shared gateway serves your content."
      action={
        <LinkButton kind="primary" to={pageHref(deposit)}>
          Deposit
        </LinkButton>
      }
    />
  </div>
);
