import { registration } from "../../../../resources/chains/activation.ts";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** For standard users without activation: a deposit alone doesn't unlock everything. */
export const ActivationBanner = () => {
  const { data, reload } = useCall(registration);
  if (!data || data.handled) return null;
  return (
    <Banner
      icon="shield"
      title="Activate your account"
      action={
        <Button size="small" onClick={() => void showActivation().then(reload)}>
          Activate now
        </Button>
      }
    >
      Pinning and inviting members require activation.
    </Banner>
  );
};
