import { useParams } from "react-router";
import { href } from "../../../../resources/declare/href.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { RecordPage } from "../../framework/pages/record-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { KeyState } from "./key-state.tsx";
import { GeneralTab } from "./settings/general-tab.tsx";
import { AllowTab, LimitsTab } from "./settings/rules-tabs.tsx";
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
  const card = { id, readOnly };
  return (
    <RecordPage
      resource={rpcKeys}
      what="Key"
      label="Settings"
      title={`${key?.name ?? name} settings`}
      beside={key && <KeyState active={key.active} />}
      actions={
        <LinkButton icon="exchange" to={href(rpcKeys, "show", { name: key?.name ?? name, id })}>
          View endpoints and usage
        </LinkButton>
      }
      error={error}
      onRetry={reload}
      side
      tabs={
        key && [
          { label: "General", content: <GeneralTab shown={key} readOnly={readOnly} onChanged={reload} /> },
          { label: "Security", content: <SecurityTab {...card} /> },
          { label: "Allowlist", content: <AllowTab {...card} /> },
          { label: "Limits", content: <LimitsTab {...card} type={key.keyType} /> },
        ]
      }
    />
  );
};
