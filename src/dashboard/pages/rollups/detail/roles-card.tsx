import { useState } from "react";
import type { Reply } from "../../../../../resources/call-input.ts";
import { fundRollupRole, type rollupHealth } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups, type RollupRole } from "../../../../../resources/raas/rollups.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { toShort } from "../../../lib/format/decimal.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { StatusTag } from "../../../ui/status-tag.tsx";
import { roleNames } from "../labels.ts";
import type { CreatedRollup } from "./facts.tsx";

type Role = Reply<typeof rollupHealth>["roles"][number];

interface RolesCardProps {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly detail: CreatedRollup;
  readonly onFunded: () => void;
}

const oneCoin = 10n ** 18n;

/** Roles of the rollup on the settlement chain, with their balances and a faucet for test coins. */
export const RolesCard = ({ id, roles, detail: { provider, gasToken, settlementLayer }, onFunded }: RolesCardProps) => {
  const mayFund = useAllows()("edit", rollups.name) && provider === "embedded";
  const [funding, setFunding] = useState<RollupRole>();
  const { act } = useAct(fundRollupRole, { done: "Funded", onDone: onFunded });
  const fund = async (role: RollupRole): Promise<void> => {
    setFunding(role);
    await act({ params: { id, role } });
    setFunding(undefined);
  };
  const low = roles.filter((role) => role.low);
  return (
    <>
      {low.length > 0 && (
        <Banner kind="warning" title={`${low.map(({ role }) => roleNames[role]).join(", ")}: low on ${gasToken}`}>
          With 0.1 {gasToken} or less, a role may soon be unable to post.{" "}
          {provider === "embedded" ? "Fund it with test coins below." : `Send ${gasToken} to its address.`}
        </Banner>
      )}
      <Card title="Roles" text={`Accounts that pay for transactions on ${settlementLayer}.`} flush>
        <DataTable<Role>
          label="Roles"
          rows={roles}
          rowKey={({ role }) => role}
          columns={[
            { key: "role", title: "Role", cell: ({ role }) => roleNames[role], width: "140px" },
            {
              key: "address",
              title: "Address",
              cell: ({ role, address }) => (
                <CopyText label={`${role}'s address`} text={address} shown={shortenAddress(address)} />
              ),
            },
            {
              key: "balance",
              title: "Balance",
              cell: ({ balance }) => `${toShort(BigInt(balance), oneCoin, 4)} ${gasToken}`,
              align: "end",
            },
            {
              key: "low",
              title: "Status",
              cell: (role) => (
                <StatusTag state={role.low ? "warning" : "normal"} label={role.low ? "Low" : "Sufficient"} />
              ),
              width: "120px",
            },
            ...(mayFund
              ? [
                  {
                    key: "fund",
                    title: "Test coins",
                    cell: ({ role }: Role) => (
                      <Button size="small" busy={funding === role} onClick={() => void fund(role)}>
                        Fund role
                      </Button>
                    ),
                    width: "120px",
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </>
  );
};
