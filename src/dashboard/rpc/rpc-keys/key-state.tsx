import { StatusTag } from "../../ui/states/status-tag.tsx";

/** Status of a key: active or inactive. */
export const KeyState = ({ active }: { readonly active: boolean }) =>
  active ? <StatusTag state="online" label="Active" /> : <StatusTag state="off" label="Inactive" />;
