import type { AiKey } from "../../../../resources/ai/keys.ts";
import { StatusTag } from "../../ui/states/status-tag.tsx";

/** A key's status, with the reached limit if any. */
export const KeyState = ({ shown: { isActive, reached } }: { readonly shown: Pick<AiKey, "isActive" | "reached"> }) => {
  if (!isActive) return <StatusTag state="cancelled" label="Inactive" />;
  return reached ? (
    <StatusTag state="warning" label={`${reached.charAt(0).toUpperCase()}${reached.slice(1)} limit reached`} />
  ) : (
    <StatusTag state="online" label="Active" />
  );
};
