/** All deposits and purchases, for operators, who assign those of unknown accounts to a user's own team. */
import { sql } from "kysely";
import { landUnit } from "../../../../resources/billing/deposits.ts";
import { giftUnits } from "../../../../resources/billing/voucher-gifts.ts";
import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Route } from "../route.ts";
import { tableRoutes } from "../table-routes.ts";
import { assignDeposit } from "./credit.ts";
import { type Deps, type Owner, ownerOfUid } from "./deps.ts";
import { grantPurchase } from "./grant-purchase.ts";
import { networkName } from "./networks.ts";

const shownDigits = 6;

/** Formats an amount, rounded down to millionths; `one` is the unit, default 10n ** 18n. */
const decimal = (amount: string, one = landUnit): string => {
  const millionths = (BigInt(amount) * 10n ** BigInt(shownDigits)) / one;
  const whole = (BigInt(amount) / one).toLocaleString("en-US");
  const fraction = (millionths % 10n ** BigInt(shownDigits)).toString().padStart(shownDigits, "0").replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
};

/** The resources of deposits and purchases. */
export const operatorRoutes = (deps: Deps): Route[] => [
  ...tableRoutes(operatorDeposits, "deposit", {
    ...common,
    present: ({ network, land, coin, coin_amount }) => ({
      network: networkName(network),
      land: decimal(land),
      paid: `${decimal(coin_amount)} ${coin}`,
    }),
    before: async ({ uid }, { db, afterCommit }, deposit) => {
      if (deposit!.status !== "SUSPENSE") throw new AppError("DEPOSIT_ASSIGNED");
      afterCommit(await assignDeposit(deps, db, deposit!, await findOwner(deps, db, uid)));
      return {};
    },
  }),
  ...tableRoutes(operatorPurchases, "purchase", {
    ...common,
    present: ({ network, amount, resource, usd }) => ({
      network: networkName(network),
      bought: `${decimal(amount, giftUnits[resource].size)} ${giftUnits[resource].words}`,
      paid: `$${decimal(usd)}`,
    }),
    before: async ({ uid }, { db, afterCommit }, purchase) => {
      if (purchase!.status !== "SUSPENSE") throw new AppError("PURCHASE_ASSIGNED");
      const owner = await findOwner(deps, db, uid);
      afterCommit(await grantPurchase(deps, db, purchase!, owner));
      return { status: "GRANTED", team_id: owner.teamId, granted_at: new Date() };
    },
  }),
];

const common = {
  team: null,
  target: "txHash",
  columns: {
    team: sql`(select name from team where id = team_id)`,
    uid: sql`coalesce((select replace(owner_id::text, '-', '') from team where id = team_id), '')`,
  },
} as const;

/** Throws INVALID_INPUT. */
const findOwner = async (deps: Deps, db: Db, uid: string): Promise<Owner> => {
  const owner = await ownerOfUid(deps, db, uid);
  if (!owner) throw new AppError("INVALID_INPUT", { fields: { uid: ["User ID: no user has this ID."] } });
  return owner;
};
