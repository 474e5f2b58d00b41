import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { href, pageHref } from "../../../../resources/href.ts";
import { gatewayStatus, listGateways } from "../../../../resources/gateway/gateway-calls.ts";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import type { Row } from "../../../../resources/define.ts";
import { deposit } from "../../../../resources/pages.ts";
import { callKey, useCall } from "../../framework/data/use-call.ts";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import { formatBytes } from "../../lib/format/bytes.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CreateGateway } from "./create-gateway.tsx";

type Gateway = Row<typeof gateways>;

const { fields, list } = gateways;

const columns: readonly Column<Gateway>[] = [
  { key: "name", title: "Name", cell: ({ name }) => <span title={name}>{name}</span> },
  {
    key: "url",
    title: "Link",
    cell: ({ url }) => (
      <a href={url} target="_blank" rel="noreferrer" title={url}>
        {url.replace(/^https?:\/\//, "")}
      </a>
    ),
    width: "34%",
  },
  { key: "scope", title: "Scope", cell: ({ scope }) => cell(fields.scope, scope), width: "110px" },
  { key: "bytes", title: "Traffic", cell: ({ bytes }) => formatBytes(bytes), width: "110px", align: "end" },
  {
    key: "created_at",
    title: "Created",
    cell: ({ created_at }) => <Moment seconds={created_at} />,
    width: "164px",
    wideOnly: true,
  },
];

const pathOf = ({ name }: Pick<Gateway, "name">): string => href(gateways, "show", { name });

/** /gateway/list: the team's gateways, or how to unlock them. */
export const Component = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayCreate = useAllows()("edit", gateways.name);
  const [creating, setCreating] = useState(false);
  const status = useCall(gatewayStatus);
  const { data: rows, error, reload } = useCall(listGateways);
  const actions = useRecordActions(gateways, { onDeleted: reload });
  const isLocked = status.data?.available === false;
  const create = mayCreate && status.data?.available === true && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      Create gateway
    </Button>
  );
  return (
    <>
      <PageHeader
        title={gateways.title}
        text="Serve IPFS content on your own subdomains with access rules."
        actions={create}
      />
      {isLocked && (rows?.length ?? 0) === 0 ? (
        <LockedGateways />
      ) : (
        <DataTable<Gateway>
          label="Dedicated gateways"
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          rowHref={pathOf}
          rowActions={(row) => [
            { label: "Copy link", icon: "copy", onSelect: () => void copyText(row.url) },
            { label: "Open", icon: "external", to: row.url },
            ...actions(row),
          ]}
          skeletonRows={3}
          empty={<Empty icon="globe" title={list.empty.title} text={mayCreate && list.empty.text} action={create} />}
          error={error && <ErrorState message={error.message} onRetry={reload} />}
        />
      )}
      {creating && (
        <CreateGateway
          onClose={() => setCreating(false)}
          onCreated={(gateway) => {
            // Adds the gateway to the cached list, so that its page renders immediately.
            client.setQueryData(callKey(listGateways, {}), [gateway, ...(rows ?? [])]);
            void navigate(pathOf(gateway));
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
