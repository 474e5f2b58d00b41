import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { formatCoins } from "../../lib/format/coins.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { endsOf } from "./ends.ts";
import { isOpen, receiverProblem } from "./machine.ts";
import type { BridgeView } from "./use-bridge.ts";

interface OwedProps {
  readonly rollup: PublicRollup;
  readonly view: BridgeView;
  /** Wei. */
  readonly owed: bigint;
}

/** Refused deposits of a contract account: the rollup's bridge holds them until they are claimed. */
export const Owed = ({ rollup, view: { account, bridge, state }, owed }: OwedProps) => {
  if (owed === 0n || account === undefined) return null;
  const { name, symbol } = endsOf(rollup).rollup;
  const amount = formatCoins(owed, symbol);
  const claim = async (): Promise<void> => {
    const answer = await dialogs.prompt({
      title: `Claim ${amount}`,
      text: "Your account refused these deposits. Send them to an address that accepts coins.",
      ok: "Claim",
      fields: [{ name: "to", label: `Receiver on ${name}`, value: account, validate: problemOf }],
    });
    if (answer) bridge.start({ kind: "claim", amount: owed, to: answer["to"]! });
  };
  return (
    <Banner
      kind="warning"
      title={`${amount} on ${name} can be claimed`}
      action={
        <Button size="small" disabled={!isOpen(state)} onClick={() => void claim()}>
          Claim
        </Button>
      }
    >
      Your account refused deposits. The bridge keeps them for you.
    </Banner>
  );
};

const problemOf = (address: string): string | undefined =>
  receiverProblem(address) || (address === "" ? "Enter an address." : undefined);
