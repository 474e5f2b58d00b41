import type { UserInfo } from "../../../resources/account/session.ts";
import { AppError } from "../kernel/app-error.ts";

/** Returns the account's main wallet address. Throws WALLET_NEEDED for mini app accounts without a wallet. */
export const walletOf = ({ wallet }: Pick<UserInfo, "wallet">): string => {
  if (!wallet) throw new AppError("WALLET_NEEDED");
  return wallet.address;
};
