import { chainOf } from "../../../../../resources/chains.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { Empty } from "../../../ui/empty.tsx";
import { BrandLogo } from "../../../ui/brand-logo.tsx";
import type { RpcChain } from "../chains.ts";
import { addressOf, keyPlaceholder, maskedAddressOf, type Transport } from "./address.ts";

interface AddressTableProps {
  readonly chains: readonly RpcChain[] | undefined;
  readonly transport: Transport;
  /** Undefined without a selected key, or without access to it. */
  readonly userKey: string | undefined;
  /** Shows the key instead of masking it. */
  readonly isShown: boolean;
}

/** Chains with the key's endpoint URLs. */
export const AddressTable = ({ chains, ...shown }: AddressTableProps) => (
  <DataTable<RpcChain>
    label="Endpoints"
    columns={columnsFor(shown)}
    rows={chains}
    rowKey={({ id }) => id}
    skeletonRows={5}
    empty={<Empty icon="exchange" title="No chains" text="No chains are configured. Ask your administrator." />}
  />
);

const columnsFor = ({
  transport,
  userKey = keyPlaceholder,
  isShown,
}: Omit<AddressTableProps, "chains">): readonly Column<RpcChain>[] => [
  {
    key: "name",
    title: "Chain",
    cell: ({ id, name, isOwn }) => (
      <span className="fh-row">
        <ChainMark id={id} />
        {name} {isOwn && <span className="fh-pill">Local</span>}
      </span>
    ),
    width: "28%",
  },
  { key: "chainId", title: "Chain ID", cell: ({ chainId }) => chainId, width: "110px" },
  {
    key: "address",
    title: "URL",
    cell: (chain) => {
      const text = addressOf(chain, transport, userKey);
      const isHidden = !isShown && userKey !== keyPlaceholder;
      return <CopyText text={text} shown={isHidden ? maskedAddressOf(chain, transport) : text} label="URL" />;
    },
  },
];

/** The chain's logo, if available. */
const ChainMark = ({ id }: { readonly id: string }) => {
  const key = id.slice(0, id.indexOf("/"));
  return chainOf(key) && <BrandLogo name={key} size={20} />;
};
