import { projects } from "../../../../../resources/hosting/projects.ts";
import { toIpfsPath } from "../../../flows/deploy/values.ts";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/text-field.tsx";

interface HashSourceProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (path: string) => void;
}

/** Content by its CID. A gateway's address or a bare CID is taken too. */
export const HashSource = ({ path, error, disabled, onChange }: HashSourceProps) => (
  <Card
    title="Hash"
    text="A folder that this cloud holds, whoever published it. It is kept for your site from then on, and counts towards your storage."
  >
    <TextField
      label={projects.fields.ipfsPath.label}
      value={path}
      code
      placeholder="/ipfs/bafybei…"
      hint="A CID, an ipfs:// address or a gateway's link. A folder may follow: /ipfs/bafybei…/docs"
      error={error}
      disabled={disabled}
      onChange={(text) => onChange(toIpfsPath(text))}
    />
  </Card>
);
