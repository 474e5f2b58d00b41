import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface FirstDepositBannerProps {
  readonly onClaim: () => void;
}

/** For whoever is activated and has never made a deposit. */
export const FirstDepositBanner = ({ onClaim }: FirstDepositBannerProps) => (
  <Banner
    icon="gift"
    title="Your first deposit brings more"
    action={
      <Button size="small" onClick={onClaim}>
        Claim LAND
      </Button>
    }
  >
    Your account is activated. A first deposit, from $1 on, makes you a standard user, opens dedicated gateways and
    brings points.
  </Banner>
);
