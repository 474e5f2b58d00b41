import { giftUnits } from "../../../../resources/billing/voucher-gifts.ts";
import { formatMoneyInFull, landUnit } from "../../../../resources/money.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { vouchers } from "../../../../resources/operator/vouchers.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

type Voucher = Row<typeof vouchers>;

/** /operator/vouchers: vouchers and their redemptions. */
export const Component = () => <ListPage resource={vouchers} cells={cells} />;

/** Value of a voucher, with its validity below. */
const Gives = ({ gives, amount, days }: Voucher) => (
  <TwoLines
    first={
      gives === "LAND"
        ? formatMoneyInFull(BigInt(amount) * landUnit)
        : `${formatWhole(amount)} ${giftUnits[gives].words}`
    }
    second={days === undefined ? undefined : `for ${countOf(days, "day")}`}
  />
);

const cells: Cells<typeof vouchers> = {
  gives: (row) => <Gives {...row} />,
  ending: ({ ending }) => <span className="fh-mono">…{ending}</span>,
};
