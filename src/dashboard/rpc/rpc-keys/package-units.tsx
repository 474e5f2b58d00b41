import { teamUsage } from "../../../../resources/operator/overview.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";

/** Compute units of the team's packages: used since the package started, allowed and left, and when it resets. */
export const usePackageUnits = () => {
  const { data } = useCall(teamUsage);
  if (!data) return undefined;
  const units = data.items.find(({ resourceType }) => resourceType === "COMPUTE_UNIT");
  return { used: units?.used ?? 0, allowed: units?.allowed ?? 0, left: units?.left ?? 0, endsAt: data.endsAt };
};

/** Warns that the free key has no compute units. Hidden while it works. */
export const NeedsUnits = ({ keys }: { readonly keys: readonly { readonly type: RpcKeyType }[] }) => {
  const units = usePackageUnits();
  if (!units || units.left > 0 || keys.every(({ type }) => type !== "FREE")) return null;
  const hasUnits = units.allowed > 0;
  return (
    <Banner
      kind="warning"
      title={hasUnits ? "Your package's compute units are used up" : "Your package includes no compute units"}
      action={
        <LinkButton size="small" to={pageHref(deposit)}>
          Deposit
        </LinkButton>
      }
    >
      {hasUnits
        ? `The free key stops until ${units.endsAt === undefined ? "the package renews" : formatDay(units.endsAt)}.`
        : "The free key needs a package that includes some. Activate your account or make a first deposit."}{" "}
      A pay-as-you-go key continues from the balance.
    </Banner>
  );
};
