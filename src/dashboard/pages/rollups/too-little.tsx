import { pageHref } from "../../../../resources/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { landLabel } from "./plan-cost.ts";

interface TooLittleProps {
  /** LAND×1e18. */
  readonly price: bigint;
  readonly balance: bigint;
  /** What becomes of what was filled in meanwhile. */
  readonly children?: string;
}

/** The balance does not pay for it: how much is missing, and the way to it. */
export const TooLittle = ({ price, balance, children }: TooLittleProps) => {
  const allows = useAllows();
  return (
    <Banner
      kind="warning"
      title="Your balance is too low"
      action={
        allows("show", deposit.name) && (
          <LinkButton size="small" kind="primary" to={pageHref(deposit)}>
            Deposit LAND
          </LinkButton>
        )
      }
    >
      It holds {landLabel(balance)}; {landLabel(price - balance)} are missing. {children}
    </Banner>
  );
};
