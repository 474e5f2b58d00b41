import { projects } from "../../../../../resources/hosting/projects.ts";
import { isNamePath, toIpfsPath } from "../../flows/deploy/values.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Switch, TextField } from "../../../ui/fields/text-field.tsx";

interface HashSourceProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly isFollowed: boolean;
  readonly onChange: (changes: { readonly ipfsPath?: string; readonly ipnsAuto?: boolean }) => void;
}

/** Content by CID or IPNS name. Also accepts gateway URLs. */
export const HashSource = ({ path, isFollowed, error, disabled, onChange }: HashSourceProps) => (
  <Card
    title="IPFS content"
    text="Enter public IPFS content, or your own, which becomes public. Content not on this server is fetched through IPFS gateways. It counts toward your storage."
  >
    <TextField
      label={projects.fields.ipfsPath.label}
      value={path}
      code
      placeholder="/ipfs/bafybei…"
      hint="A CID, IPNS name, ipfs:// address or gateway URL, with an optional folder: /ipfs/bafybei…/docs"
      error={error}
      disabled={disabled}
      onChange={(text) => onChange({ ipfsPath: toIpfsPath(text) })}
    />
    {isNamePath(path) && (
      <Switch
        label={projects.fields.ipnsAuto.label}
        hint={projects.fields.ipnsAuto.hint}
        checked={isFollowed}
        disabled={disabled}
        onChange={(ipnsAuto) => onChange({ ipnsAuto })}
      />
    )}
  </Card>
);
