import { pageHref } from "../../../../resources/href.ts";
import { deposit } from "../../../../resources/pages.ts";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { usePackageUnits } from "./use-package-units.ts";
import type { RpcKey } from "./use-rpc-keys.ts";

/** Warns that the free key has no compute units. Hidden while it works. */
export const NeedsUnits = ({ keys }: { readonly keys: readonly Pick<RpcKey, "type">[] }) => {
  const units = usePackageUnits();
  if (!units || units.used < units.allowed || keys.every(({ type }) => type !== "FREE")) return null;
  const hasUnits = units.allowed > 0;
  return (
    <Banner
      kind="warning"
      title={hasUnits ? "Your package's compute units are used up" : "Your package includes no compute units"}
      action={
        <LinkButton size="small" to={pageHref(deposit)}>
          Deposit LAND
        </LinkButton>
      }
    >
      {hasUnits
        ? `The free key stops until ${units.endsAt === undefined ? "the package renews" : formatDay(units.endsAt)}.`
        : "The free key needs a package that includes some. Activate your account or make a first deposit."}{" "}
      A pay-as-you-go key continues with LAND.
    </Banner>
  );
};
