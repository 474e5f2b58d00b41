import { registration } from "../../../../resources/account/activation.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** For a standard user whose account is not activated: a deposit does not open everything. */
export const ActivationBanner = () => {
  const { data, reload } = useCall(registration);
  if (!data || data.handled) return null;
  return (
    <Banner
      icon="shield"
      title="Your account is not activated yet"
      action={
        <Button size="small" onClick={() => void showActivation().then(reload)}>
          Activate now
        </Button>
      }
    >
      Pins and invitations wait until your wallet is registered on a chain.
    </Banner>
  );
};
