import { lazy } from "react";
import { useParams } from "react-router";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { RecordError, listOf } from "../../framework/pages/record-error.tsx";
import { RecordPage } from "../../framework/pages/record-page.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Overview } from "./overview/overview.tsx";
import { ScopeTag } from "./scope-tag.tsx";

const Settings = lazy(() => import("./settings.tsx").then((module) => ({ default: module.Settings })));

/** /gateway/list/{name}: a gateway's statistics and settings. */
export const Component = () => {
  const { name = "" } = useParams();
  return <GatewayPage key={name} name={name} />;
};

const GatewayPage = ({ name }: { readonly name: string }) => {
  const { rows, error, reload } = useRecords(gateways);
  const gateway = rows?.find((one) => one.name === name);
  if (rows && !gateway) return <RecordError what="Gateway" list={listOf(gateways)} />;
  return (
    <RecordPage
      resource={gateways}
      what="Gateway"
      title={name}
      beside={gateway && <ScopeTag scope={gateway.scope} />}
      actions={
        gateway && (
          <LinkButton icon="external" to={gateway.url}>
            Open
          </LinkButton>
        )
      }
      error={error}
      onRetry={reload}
      tabs={
        gateway && [
          { label: "Overview", content: <Overview gateway={gateway} /> },
          { label: "Settings", content: <Settings gateway={gateway} /> },
        ]
      }
    />
  );
};
