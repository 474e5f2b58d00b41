import type { outlook } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { deposit } from "../../../../../resources/pages.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Banner } from "../../../ui/banner.tsx";
import { LinkButton } from "../../../ui/button.tsx";

type Dunning = Reply<typeof outlook>["dunning"];

/** What has begun because neither packages nor LAND are left, and what comes next. Nothing while all is paid. */
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
            Deposit LAND
          </LinkButton>
        )
      }
    >
      {sentenceOf(dunning)}
    </Banner>
  );
};

const titles: Readonly<Record<Exclude<Dunning["step"], "paid">, string>> = {
  refused: "Nothing is left: new work is refused",
  unserved: "Nothing is left: sites are not served",
  overdue: "Nothing is left: data may be removed",
};

const sentenceOf = ({ step, beganAt, servedUntil, keptUntil }: Dunning): string => {
  const since = `Packages and LAND have been used up since ${moment(beganAt)}.`;
  if (step === "refused")
    return `${since} Sites are served until ${moment(servedUntil)}, data is kept until ${moment(keptUntil)}.`;
  if (step === "unserved")
    return `${since} A deposit puts sites back at once. Data is kept until ${moment(keptUntil)}.`;
  return `${since} Data was kept until ${moment(keptUntil)}: whoever runs this cloud may remove it from now on.`;
};

const moment = (seconds: number | null): string => (seconds === null ? "now" : formatMoment(seconds));
