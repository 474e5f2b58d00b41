import { gateways, type GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";

/** Whether a gateway is public or private. */
export const ScopeTag = ({ scope }: { readonly scope: GatewayScope }) => (
  <StatusTag state={scope} label={optionLabel(gateways.fields.scope, scope)} />
);
