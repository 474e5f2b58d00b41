import type { UserInfo } from "../../../resources/account/session.ts";
import { AppError } from "../app-error.ts";

/** The address of the wallet that stands for an account. Throws WALLET_NEEDED for who came by the messaging app and linked none yet. */
export const walletOf = ({ wallet }: Pick<UserInfo, "wallet">): string => {
  if (!wallet) throw new AppError("WALLET_NEEDED");
  return wallet.address;
};
