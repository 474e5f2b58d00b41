import { useParams } from "react-router";
import { href } from "../../../../resources/href.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { KeyState } from "./key-state.tsx";
import { AllowTab } from "./settings/allow-tab.tsx";
import { GeneralTab } from "./settings/general-tab.tsx";
import { LimitsTab } from "./settings/limits-tab.tsx";
import { SecurityTab } from "./settings/security-tab.tsx";
import { useRpcKey } from "./use-rpc-key.ts";

/** /rpc/settings/{name}/{id}: general, security, allowlist and limit settings of a key. */
export const Component = () => {
  const { id = "", name = "" } = useParams();
  return <SettingsPage key={id} id={id} name={name} />;
};

const SettingsPage = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { key, error, reload } = useRpcKey(id);
  const readOnly = !useAllows()("edit", rpcKeys.name);
  if (error && !key) return <RecordError what="Key" list={listOf(rpcKeys)} error={error} onRetry={reload} />;
  const card = { id, readOnly };
  return (
    <>
      <PageHeader
        title={`${key?.name ?? name} settings`}
        beside={key && <KeyState active={key.active} />}
        actions={
          <LinkButton icon="exchange" to={href(rpcKeys, "show", { name: key?.name ?? name, id })}>
            View endpoints and usage
          </LinkButton>
        }
      />
      {key ? (
        <Tabs
          label="Settings"
          side
          tabs={[
            { label: "General", content: <GeneralTab shown={key} readOnly={readOnly} onChanged={reload} /> },
            { label: "Security", content: <SecurityTab {...card} /> },
            { label: "Allowlist", content: <AllowTab {...card} /> },
            { label: "Limits", content: <LimitsTab {...card} type={key.keyType} /> },
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
