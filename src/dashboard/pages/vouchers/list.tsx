import type { ReactNode } from "react";
import { giftUnits } from "../../../../resources/billing/voucher-gifts.ts";
import type { Row } from "../../../../resources/define.ts";
import { vouchers } from "../../../../resources/operator/vouchers.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";

type Voucher = Row<typeof vouchers>;

const resource = vouchers;

/** /operator/vouchers: vouchers and their redemptions. */
export const Component = () => (
  <>
    <PageHeader
      title={vouchers.title}
      text="Codes that teams redeem for LAND or resources, once each. A code is shown only when you create it."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} emptyAction={<CreateButton resource={resource} />} />
  </>
);

/** What each team gets, and below it for how long. */
const Gives = ({ gives, amount, days }: Voucher) => (
  <TwoLines
    first={`${formatWhole(amount)} ${giftUnits[gives].words}`}
    second={days === undefined ? undefined : `for ${countOf(days, "day")}`}
  />
);

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  gives: (row) => <Gives {...(row as Voucher)} />,
  ending: (row) => <span className="fh-mono">…{(row as Voucher).ending}</span>,
  used: (row) => `${formatWhole((row as Voucher).used)} of ${formatWhole((row as Voucher).uses)}`,
};

const layout: ListLayout = {
  ending: { width: "100px" },
  state: { width: "130px" },
  used: { width: "130px" },
  expiresAt: { width: "150px", wideOnly: true },
  note: { wideOnly: true },
  createdAt: { width: "164px", wideOnly: true },
};
