import { lazy, Suspense, type ReactNode } from "react";
import { useParams } from "react-router";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { cell } from "../../framework/widgets/cell.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Overview } from "./overview/overview.tsx";

const Settings = lazy(() => import("./settings.tsx").then((module) => ({ default: module.Settings })));

/** /gateway/list/{name}: a gateway's statistics and settings. */
export const Component = () => {
  const { name = "" } = useParams();
  return <GatewayPage key={name} name={name} />;
};

const GatewayPage = ({ name }: { readonly name: string }) => {
  const { rows, error, reload } = useRecords(gateways);
  const gateway = rows?.find((one) => one.name === name);
  if ((error && !rows) || (rows && !gateway))
    return <RecordError what="Gateway" list={listOf(gateways)} error={rows ? undefined : error} onRetry={reload} />;
  return (
    <>
      <PageHeader
        title={name}
        beside={gateway && cell(gateways.fields.scope, gateway.scope)}
        actions={
          gateway && (
            <LinkButton icon="external" to={gateway.url}>
              Open
            </LinkButton>
          )
        }
      />
      {gateway ? (
        <Tabs
          label="Gateway"
          tabs={[
            { label: "Overview", content: <Overview gateway={gateway} /> },
            { label: "Settings", content: <Later of={<Settings gateway={gateway} />} /> },
          ]}
        />
      ) : (
        <Card>
          <Skeleton lines={7} />
        </Card>
      )}
    </>
  );
};

/** Loads the content of a tab when it is opened. */
const Later = ({ of }: { readonly of: ReactNode }) => <Suspense fallback={<Skeleton lines={6} />}>{of}</Suspense>;
