import { address } from "../../../../resources/account/session.ts";
import { AppError } from "../../kernel/app-error.ts";

/** Parses the wallet address in a call's path. Throws INVALID_INPUT. */
export const addressIn = (params: { readonly address: string }): string => {
  const parsed = address.safeParse(params.address);
  if (parsed.success) return parsed.data;
  throw new AppError("INVALID_INPUT", { fields: { address: parsed.error.issues.map(({ message }) => message) } });
};
