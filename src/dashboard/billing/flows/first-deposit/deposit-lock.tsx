import { useEffect } from "react";
import { firstDepositUsd } from "../../../../../resources/billing/deposits.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { gatewayStatus } from "../../../../../resources/gateway/gateway-calls.ts";
import { deposit } from "../../../../../resources/pages.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import type { LockProps } from "../../../framework/lock-context.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/states/empty.tsx";

/** The lock of resources that declare `needs: "deposit"`: dedicated gateways. */
export const DepositLock = ({ what, onState }: LockProps) => {
  const { data } = useCall(gatewayStatus);
  const isLocked = data?.available === false;
  useEffect(() => onState?.(isLocked), [onState, isLocked]);
  if (onState) return null;
  return (
    <div className="fh-table-card">
      <Empty
        icon="shield"
        title={`${what.charAt(0).toUpperCase()}${what.slice(1)} are locked`}
        text={`Deposit at least $${firstDepositUsd} to unlock them. Until then, the shared gateway serves your content.`}
        action={
          <LinkButton kind="primary" to={pageHref(deposit)}>
            Deposit
          </LinkButton>
        }
      />
    </div>
  );
};
