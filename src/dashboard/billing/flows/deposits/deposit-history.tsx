import { Money } from "../../../ui/panels/money.tsx";
import { deposits, type DepositRecord } from "../../../../../resources/billing/deposit-history.ts";
import { recordsPageSize } from "../../../../../resources/billing/records.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { receipt } from "../../../../../resources/pages.ts";
import type { MenuItem } from "../../../ui/menu/menu.tsx";
import { RecordList, type Cells, type RecordListProps } from "../../../framework/pages/record-list.tsx";
import { toShort } from "../../../../../resources/decimal.ts";
import { landUnit } from "../../../../../resources/money.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { TwoLines } from "../../../ui/panels/two-lines.tsx";

/** The team's deposits, newest first. Pending deposits update with each block. */
export const DepositHistory = (props: Omit<RecordListProps<typeof deposits>, "resource">) => (
  <RecordList resource={deposits} cells={cells} rowActions={actions} size={recordsPageSize} bare {...props} />
);

const actions = ({ id }: DepositRecord): MenuItem[] => [
  { label: "View receipt", icon: "file", to: pageHref(receipt, { kind: "deposit", id }) },
];

const cells: Cells<typeof deposits> = {
  landAmount: ({ landAmount, originalValue, amountType }) => (
    <TwoLines
      first={<Money land={landAmount} />}
      second={`for ${toShort(BigInt(originalValue), landUnit, 6)} ${amountType.startsWith("0x") ? shortenHash(amountType) : amountType}`}
    />
  ),
  status: (row) => <State {...row} />,
};

/** For pending deposits: number of confirmations, if the network has blocks. */
const State = ({ status, confirmations }: DepositRecord) => {
  const blocks = confirmations ? ` ${confirmations.seen}/${confirmations.needed}` : "";
  return <StatusTag state={status} {...(status === "PENDING" && { label: `Pending${blocks}` })} />;
};
