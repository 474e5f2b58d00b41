import type { outlook } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { deposit } from "../../../../../resources/pages.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";

type Dunning = Reply<typeof outlook>["dunning"];

/** Consequences of an empty balance: current stage and next stage. Hidden otherwise. */
export const DunningBanner = ({ dunning }: { readonly dunning: Dunning }) => {
  const allows = useAllows();
  if (dunning.step === "paid") return null;
  return (
    <Banner
      kind={dunning.step === "refused" ? "warning" : "danger"}
      title={titles[dunning.step]}
      action={
        allows("show", deposit.name) && (
          <LinkButton size="small" to={deposit.path}>
            Deposit
          </LinkButton>
        )
      }
    >
      {messageOf(dunning)}
    </Banner>
  );
};

const titles: Readonly<Record<Exclude<Dunning["step"], "paid">, string>> = {
  refused: "Balance used up: new usage is blocked",
  unserved: "Balance used up: sites are offline",
  overdue: "Balance used up: data may be deleted",
};

const messageOf = ({ step, beganAt, servedUntil, keptUntil }: Dunning): string => {
  const since = `This team's usage has exceeded its packages and balance since ${moment(beganAt)}.`;
  if (step === "refused")
    return `${since} Sites stay online until ${moment(servedUntil)}. Data is kept until ${moment(keptUntil)}.`;
  if (step === "unserved")
    return `${since} Deposit to bring sites back online. Data is kept until ${moment(keptUntil)}.`;
  return `${since} Data was kept until ${moment(keptUntil)}. Your administrator may now delete it.`;
};

const moment = (seconds: number | null): string => (seconds === null ? "now" : formatMoment(seconds));
