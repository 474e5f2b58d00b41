import type { CallSpec } from "../../../../resources/declare/define.ts";
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import { AppError } from "../app-error.ts";
import type { Signed } from "./identify.ts";

/**
 * Rejects calls without permission; everything is denied unless declared. Throws UNAUTHORIZED, FORBIDDEN or the
 * ability's own error.
 */
export const permit = ({ call, can, open }: CallSpec, signed: Signed | undefined): void => {
  if (can === "anyone") return;
  // A node's token grants access to Boost's node calls, and only such a token does.
  if ((signed?.caller.nodeId !== undefined) !== (can === "node")) throw new AppError("UNAUTHORIZED");
  if (!signed || (open && signed.by !== "token")) throw new AppError("UNAUTHORIZED");
  if (signed.opens) refuseBeyond(signed.opens, call);
  else if (signed.by === "token") refuseBeyondDeploying(call, can);
  if (can === "person" || can === "node") return;
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

/** A program key grants access to its service, but can't create further keys. */
const refuseBeyond = (opens: NonNullable<Signed["opens"]>, call: CallSpec["call"]): void => {
  if (!call.includes(` $${opens}/`) || /\/(api-keys|token)$/.test(call)) throw new AppError("FORBIDDEN");
};

/** An auth token grants access to hosting, but neither to the user's account nor to tokens. */
const refuseBeyondDeploying = (call: CallSpec["call"], can: CallSpec["can"]): void => {
  const deploying = / \$(hosting|open)\//.test(call) && Array.isArray(can) && can[1] !== "auth-tokens";
  if (!deploying) throw new AppError("FORBIDDEN");
};
