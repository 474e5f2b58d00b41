import { formatMoney } from "../../../../resources/money.ts";
import { assets } from "../../../../resources/billing/deposit-calls.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";

interface TooLittleProps {
  /** LAND×1e18. */
  readonly price: bigint;
  readonly balance: bigint;
  /** Extra text, for example on the draft. */
  readonly children?: string;
}

/** Warns that the balance is too low, with a link to deposit. */
export const TooLittle = ({ price, balance, children }: TooLittleProps) => {
  const allows = useAllows();
  return (
    <Banner
      kind="warning"
      title="Your balance is too low"
      action={
        allows("show", deposit.name) && (
          <LinkButton size="small" kind="primary" to={pageHref(deposit)}>
            Deposit
          </LinkButton>
        )
      }
    >
      Balance: {formatMoney(balance)}. Missing: {formatMoney(price - balance)}. {children}
    </Banner>
  );
};

/** Returns the team's balance in LAND×1e18. Undefined while loading or without access. */
export const useBalance = (): bigint | undefined => {
  const allows = useAllows();
  const { data } = useCall(assets, { enabled: allows("list", "deposits") });
  return data && BigInt(data.land);
};
