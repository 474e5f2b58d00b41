import { listGateways, setGatewayIndex } from "../../../../../resources/gateway/gateway-calls.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import type { GatewayCardProps } from "./settings.tsx";

/** Content at the gateway's root. */
export const IndexCard = ({ gateway: { name, indexPage }, readOnly }: GatewayCardProps) => {
  const part = useCallPart(setGatewayIndex, {
    draft: `gateway/${name}/index`,
    params: { name },
    saved: { indexPage },
    reads: listGateways,
  });
  return (
    <SettingsCard
      title="Default page"
      text="Content shown at the gateway's root. For a folder, its files are also served from the root."
      part={part}
      readOnly={readOnly}
    >
      <TextField
        label="Content"
        code
        placeholder="/ipfs/bafy…"
        hint="A path such as /ipfs/bafy…/index.html, or /ipns/ and a name. Leave blank for none."
        value={part.values.indexPage}
        error={part.problems["indexPage"]}
        disabled={readOnly || part.saving}
        onChange={(value) => part.change({ indexPage: value })}
      />
    </SettingsCard>
  );
};
