import { packageSizes } from "../../../../resources/billing/packages.ts";
import { pageHref } from "../../../../resources/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { usePackageUnits } from "./use-package-units.ts";
import type { RpcKey } from "./use-rpc-keys.ts";

/** Why the free key does not answer now, and the way out; nothing while it does. */
export const NeedsUnits = ({ keys }: { readonly keys: readonly Pick<RpcKey, "type">[] }) => {
  const units = usePackageUnits();
  if (!units || units.used < units.allowed || keys.every(({ type }) => type !== "FREE")) return null;
  const hasNone = units.allowed === 0;
  return (
    <Banner
      kind="warning"
      title={hasNone ? "The free key has no compute units yet" : "The compute units of your package are used up"}
      action={
        <LinkButton size="small" to={pageHref(deposit)}>
          Deposit
        </LinkButton>
      }
    >
      {hasNone
        ? `Your first deposit of LAND brings the standard package, with ${formatCount(packageSizes.STANDARD.COMPUTE_UNIT!)} of them each month. Until then its requests are refused.`
        : `The free key stops until ${units.endsAt === undefined ? "the package begins anew" : formatDay(units.endsAt)}; a pay-as-you-go key goes on with LAND.`}
    </Banner>
  );
};
