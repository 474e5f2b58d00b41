import type { Reply } from "../../../../../resources/call-input.ts";
import { removeRpcPublicKey, type rpcKeySecurity } from "../../../../../resources/rpc/key-calls.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Empty } from "../../../ui/empty.tsx";

type PublicKey = Reply<typeof rpcKeySecurity>["list"][number];

interface PublicKeysProps {
  readonly id: string;
  readonly list: readonly PublicKey[];
  /** Requests require a token signed by one of the keys. */
  readonly isNeeded: boolean;
  readonly readOnly: boolean;
  readonly onRemoved: () => void;
}

const columns: readonly Column<PublicKey>[] = [
  { key: "name", title: "Name", cell: ({ name }) => <span title={name}>{name}</span>, width: "34%" },
  {
    key: "pk",
    title: "Public key",
    cell: ({ pk }) => <CopyText text={pk} shown={bodyOf(pk)} label="public key" />,
  },
];

/** Public keys that can sign tokens. */
export const PublicKeys = ({ id, list, isNeeded, readOnly, onRemoved }: PublicKeysProps) => {
  const { act } = useAct(removeRpcPublicKey, { done: "Public key removed", onDone: onRemoved });
  const ask = async ({ id: sid, name }: PublicKey) => {
    const isLast = isNeeded && list.length === 1;
    const text = `Tokens signed by ${name} are refused immediately.${isLast ? " This is the last key. All requests are refused until you add another or turn off tokens." : ""}`;
    if (await dialogs.confirm({ title: `Remove public key ${name}?`, text, ok: "Remove key", danger: true }))
      void act({ params: { id, sid } });
  };
  return (
    <DataTable<PublicKey>
      label="Public keys"
      columns={columns}
      rows={list}
      rowKey={(row) => row.id}
      rowActions={(row) =>
        readOnly ? [] : [{ label: "Remove", icon: "trash", danger: true, onSelect: () => void ask(row) }]
      }
      empty={
        <Empty
          icon="key"
          title="No public keys yet"
          text="Add an RSA (2,048 bits or more), P-256 or Ed25519 key in PEM format."
        />
      }
    />
  );
};

/** Returns the end of a key, without the PEM header and the prefix that all keys of a type share. */
const bodyOf = (pem: string): string => `…${pem.replaceAll(/-----[^-]+-----|\s/g, "").slice(-24)}`;
