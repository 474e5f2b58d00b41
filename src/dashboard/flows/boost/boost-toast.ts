import { toast, type Toast } from "../../ui/toast.ts";
import { boostHost } from "./host.ts";

/** The booster toast: something short, felt as well where the messaging app can. */
export const boostToast = (kind: Toast["kind"], text: string): void => {
  if (kind !== "info") boostHost.get().feel(kind);
  toast(text, kind);
};
