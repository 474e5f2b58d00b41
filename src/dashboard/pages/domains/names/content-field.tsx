import { useState } from "react";
import { listIpnsNames } from "../../../../../resources/gateway/ipns-calls.ts";
import { nameContentHint } from "../../../../../resources/hosting/name-services.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { SelectField, TextField } from "../../../ui/text-field.tsx";

interface ContentFieldProps {
  readonly projectId: string;
  /** ipfs://… or ipns://…, or "" before a selection. */
  readonly value: string;
  readonly onChange: (content: string) => void;
  readonly error?: string | undefined;
}

const other = "other";

/** Target of an on-chain name: the site's current content, an IPNS name, or another address. */
export const ContentField = ({ projectId, value, onChange, error }: ContentFieldProps) => {
  const [isEntered, setInput] = useState(false);
  const { record: project } = useRecord(projects, projectId);
  const mayRead = useAllows()("list", "ipns-names");
  const { data } = useCall(listIpnsNames, { enabled: mayRead, query: {} });
  const options = [
    { value: "", label: project ? "Select a target" : "Loading…" },
    ...(project?.hash
      ? [{ value: `ipfs://${project.hash}`, label: `Current content: ${shortenHash(project.hash)}` }]
      : []),
    ...(data?.list ?? []).map(({ name, key }) => ({
      value: `ipns://${key}`,
      label: `IPNS name ${name}: ${shortenHash(key)}`,
    })),
    { value: other, label: "Other address" },
  ];
  return (
    <>
      <SelectField
        label="Target"
        value={isEntered ? other : value}
        options={options}
        disabled={project === undefined}
        hint="With a CID, update the record after each deployment. With an IPNS name, the record stays the same."
        onChange={(selected) => {
          setInput(selected === other);
          onChange(selected === other ? "" : selected);
        }}
      />
      {isEntered && (
        <TextField
          label="Address"
          code
          placeholder="ipfs://bafy…"
          hint={nameContentHint}
          value={value}
          error={error}
          onChange={onChange}
        />
      )}
      {error && !isEntered && (
        <p className="fh-form-refused" role="alert">
          {error}
        </p>
      )}
    </>
  );
};
