import type { Delivery } from "../../../../../resources/account/webhook.ts";
import { countOf } from "../../../lib/format/count.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";

/** Delivered, failed, sending, or waiting for a retry. */
export const DeliveryState = ({ delivery: { state, problem } }: { readonly delivery: Delivery }) => {
  if (state === "delivered") return <StatusTag state="success" label="Delivered" />;
  if (state === "failed") return <StatusTag state="failed" />;
  return problem === "" ? (
    <StatusTag state="pending" label="Sending" />
  ) : (
    <StatusTag state="warning" label="Retrying" />
  );
};

/** Formats the endpoint's response in one line. */
export const outcomeOf = ({ state, status, problem, attempts, durationMs }: Delivery): string => {
  if (state === "delivered")
    return `${status ?? ""} in ${durationMs ?? 0} ms${attempts > 1 ? `, attempt ${attempts}` : ""}`;
  if (problem === "") return "";
  return attempts > 1 ? `${problem} ${countOf(attempts, "attempt")}.` : problem;
};
