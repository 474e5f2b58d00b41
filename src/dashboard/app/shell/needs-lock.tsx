import { DepositLock } from "../../billing/flows/first-deposit/deposit-lock.tsx";
import { ActivationLock } from "../../chains/flows/activation/activation-lock.tsx";
import type { LockProps } from "../../framework/lock-context.ts";

/** The lock of a resource that declares `needs`. */
const NeedsLock = (props: LockProps) =>
  props.needs === "deposit" ? <DepositLock {...props} /> : <ActivationLock {...props} />;

export default NeedsLock;
