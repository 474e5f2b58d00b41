import { lazy } from "react";
import { useParams } from "react-router";
import { href } from "../../../../resources/declare/href.ts";
import { rpcKeys } from "../../../../resources/rpc/keys.ts";
import { RecordPage } from "../../framework/pages/record-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { KeyOverview } from "./detail/key-overview.tsx";
import { KeyState } from "./key-state.tsx";
import { useRpcKey } from "./use-rpc-key.ts";

const Usage = lazy(() => import("./usage/usage.tsx").then((module) => ({ default: module.Usage })));
const LogTab = lazy(() => import("./detail/log-tab.tsx").then((module) => ({ default: module.LogTab })));
const Console = lazy(() => import("./console/console.tsx").then((module) => ({ default: module.Console })));

/** /rpc/detail/{name}/{id}: endpoints, usage, requests and console of a key. */
export const Component = () => {
  const { id = "", name = "" } = useParams();
  return <KeyPage key={id} id={id} name={name} />;
};

const KeyPage = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { key, error, reload } = useRpcKey(id);
  const mayEdit = useAllows()("edit", rpcKeys.name);
  return (
    <RecordPage
      resource={rpcKeys}
      what="Key"
      label="RPC key"
      title={key?.name ?? name}
      text={key?.notes}
      beside={key && <KeyState active={key.active} />}
      actions={
        mayEdit && (
          <LinkButton icon="settings" to={href(rpcKeys, "edit", { name: key?.name ?? name, id })}>
            Settings
          </LinkButton>
        )
      }
      error={error}
      onRetry={reload}
      tabs={
        key && [
          { label: "Overview", content: <KeyOverview shown={key} /> },
          { label: "Usage", content: <Usage keyId={id} /> },
          { label: "Requests", content: <LogTab id={id} /> },
          ...(key.userKey === undefined
            ? []
            : [{ label: "Console", content: <Console id={id} userKey={key.userKey} type={key.keyType} /> }]),
        ]
      }
    />
  );
};
