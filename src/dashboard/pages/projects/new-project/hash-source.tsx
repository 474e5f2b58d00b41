import { projects } from "../../../../../resources/hosting/projects.ts";
import { isNamePath, toIpfsPath } from "../../../flows/deploy/values.ts";
import { Card } from "../../../ui/card.tsx";
import { Switch, TextField } from "../../../ui/text-field.tsx";

interface HashSourceProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly isFollowed: boolean;
  readonly onChange: (changes: { readonly ipfsPath?: string; readonly ipnsAuto?: boolean }) => void;
}

/** Content by its CID, or by an IPNS name. A gateway's address or a bare CID is taken too. */
export const HashSource = ({ path, isFollowed, error, disabled, onChange }: HashSourceProps) => (
  <Card
    title="Hash or name"
    text="A folder that this cloud holds, whoever published it. It is kept for your site from then on, and counts towards your storage."
  >
    <TextField
      label={projects.fields.ipfsPath.label}
      value={path}
      code
      placeholder="/ipfs/bafybei…"
      hint="A CID, an IPNS name, an ipfs:// address or a gateway's link. A folder may follow: /ipfs/bafybei…/docs"
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
