import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface FirstDepositBannerProps {
  readonly onClaim: () => void;
}

/** For activated users without a deposit. */
export const FirstDepositBanner = ({ onClaim }: FirstDepositBannerProps) => (
  <Banner
    icon="gift"
    title="Get more with your first deposit"
    action={
      <Button size="small" onClick={onClaim}>
        Claim LAND
      </Button>
    }
  >
    Deposit at least $1 to get the standard package, dedicated gateways and points.
  </Banner>
);
