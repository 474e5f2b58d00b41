import { gateways, type GatewayScope } from "../../../../resources/gateway/gateways.ts";
import { optionLabel } from "../../framework/widgets/cell.tsx";

/** Whether a gateway is public or private. */
export const ScopeTag = ({ scope }: { readonly scope: GatewayScope }) => (
  <span className="fh-pill">{optionLabel(gateways.fields.scope, scope)}</span>
);
