import { pageHref } from "../../../../resources/href.ts";
import { explorer } from "../../../../resources/pages.ts";
import { useGivenAbi } from "../../flows/explorer/use-given-abi.ts";
import { useAddress, type AddressFacts } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatCoins } from "../../lib/format/coins.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Facts, WithNote } from "../explorer/facts.tsx";
import { AddressLink, TransactionLink } from "../explorer/links.tsx";
import { ContractTab } from "./contract-tab.tsx";
import { History } from "./history.tsx";

interface AddressViewProps {
  readonly rollup: PublicRollup;
  /** Undefined if the URL contains no valid address. */
  readonly address: string | undefined;
}

export const AddressView = ({ rollup, address }: AddressViewProps) => {
  const { data: value, error, reload } = useAddress(rollup, address);
  const given = useGivenAbi(rollup.chainId, address);
  if (address === undefined) {
    return (
      <ErrorState
        isPage
        title="Invalid address"
        message="An address is 0x and 40 hex digits."
        action={<LinkButton to={pageHref(explorer, { chainId: rollup.chainId })}>View latest transactions</LinkButton>}
      />
    );
  }
  if (!value && error)
    return <ErrorState isPage message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />;
  const isContract = value !== undefined && value.code !== "0x";
  const transactions = { label: "Transactions", content: <History rollup={rollup} address={address} /> };
  const contract = {
    label: "Contract",
    content: value && <ContractTab rollup={rollup} address={address} code={value.code} given={given} />,
  };
  return (
    <>
      <PageHeader
        title={given.abi?.name ?? (isContract ? "Contract" : "Address")}
        text={<CopyText text={address} label="address" />}
      />
      <div className="fh-stack">
        <Card>{value ? <AddressCard rollup={rollup} facts={value} /> : <Skeleton lines={3} />}</Card>
        <Tabs
          label="Address"
          forgets={["before", "after"]}
          tabs={isContract ? [transactions, contract] : [transactions]}
        />
      </div>
    </>
  );
};

const AddressCard = ({ rollup, facts }: { readonly rollup: PublicRollup; readonly facts: AddressFacts }) => {
  const { balance, nonce, code, creator } = facts;
  const { chainId, gasToken } = rollup;
  return (
    <Facts
      facts={[
        { label: "Balance", value: formatCoins(balance, gasToken) },
        code === "0x" && { label: "Transactions sent", value: countOf(nonce, "transaction") },
        code !== "0x" && { label: "Code", value: countOf((code.length - 2) / 2, "byte") },
        creator && {
          label: "Created by",
          value: (
            <WithNote
              note={
                <>
                  in <TransactionLink chainId={chainId} hash={creator.hash} />
                </>
              }
            >
              <AddressLink chainId={chainId} address={creator.creator} whole />
            </WithNote>
          ),
        },
      ]}
    />
  );
};
