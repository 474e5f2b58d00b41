import type { CallSpec } from "../../../resources/define.ts";
import type { ErrorCode } from "../../../resources/errors.ts";
import { AppError } from "../app-error.ts";
import type { Signed } from "./identify.ts";

/** Refuses what is not allowed: nothing is, unless the declaration says so. Throws UNAUTHORIZED, FORBIDDEN or the ability's own reason. */
export const permit = ({ call, can, open }: CallSpec, signed: Signed | undefined): void => {
  if (can === "anyone") return;
  if (!signed || (open && signed.by !== "token")) throw new AppError("UNAUTHORIZED");
  if (signed.by === "token") refuseBeyondDeploying(call, can);
  if (can === "person") return;
  if (can === "operator") {
    if (signed.operator) return;
    throw new AppError("NOT_FOUND");
  }
  const [verb, subject] = can;
  const { ability } = signed.caller;
  if (ability.can(verb, subject)) return;
  const reason = ability.relevantRuleFor(verb, subject)?.reason;
  throw new AppError((reason as ErrorCode | undefined) ?? "FORBIDDEN");
};

/** A token for deploying opens hosting, but neither the person's account nor further tokens. */
const refuseBeyondDeploying = (call: CallSpec["call"], can: CallSpec["can"]): void => {
  const deploying = / \$(hosting|open)\//.test(call) && Array.isArray(can) && can[1] !== "auth-tokens";
  if (!deploying) throw new AppError("FORBIDDEN");
};
