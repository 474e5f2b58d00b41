import { chainMessages } from "../../../../resources/chain-messages.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import type { ClaimView } from "./use-claim.ts";

/** Rejects a wallet on a public network while this instance runs local devnets, and offers another wallet. */
export const OnPublicNetwork = ({ view }: { readonly view: ClaimView }) => {
  const { state, payers = [], payer, refused, choosePayer, claim } = view;
  const { step } = state;
  const hasFailed = step.name === "failed" && step.problem.kind === "public-network";
  if (!payer || !(refused || hasFailed)) return null;
  const other = payers.find(({ key }) => key !== payer.key);
  const use = (wallet: typeof payer): void => {
    choosePayer(wallet);
    claim.send({ type: "again" });
  };
  return (
    <div role="alert">
      <Banner
        kind="warning"
        title={`${payer.name} can't pay here`}
        action={
          other && (
            <Button size="small" onClick={() => use(other)}>
              Use {other.name}
            </Button>
          )
        }
      >
        {chainMessages.publicNetwork}
      </Banner>
    </div>
  );
};
