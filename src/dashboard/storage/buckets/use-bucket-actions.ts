import { useNavigate } from "react-router";
import type { BucketRow } from "../../../../resources/storage/buckets.ts";
import { useBuckets } from "../flows/storage/use-buckets.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu/menu.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { placeHref } from "./paths.ts";

/** Returns the actions of a bucket. */
export const useBucketActions = (): ((bucket: BucketRow) => MenuItem[]) => {
  const navigate = useNavigate();
  const allows = useAllows();
  const remove = useDeleteBucket();
  return ({ name }) => [
    { label: "Overview", icon: "overview", to: `${placeHref(name)}?tab=overview` },
    { label: "Settings", icon: "settings", onSelect: () => void navigate(`${placeHref(name)}?tab=settings`) },
    ...(allows("delete", "buckets")
      ? [{ label: "Delete", icon: "trash" as const, danger: true, onSelect: () => void remove(name) }]
      : []),
  ];
};

/** Deletes a bucket after confirmation by name. Resolves to whether it was deleted. */
export const useDeleteBucket = (): ((name: string) => Promise<boolean>) => {
  const { remove } = useBuckets();
  return async (name) => {
    const confirmed = await dialogs.prompt({
      title: `Delete bucket ${name}?`,
      text: "The name becomes available to others. Only empty buckets can be deleted.",
      ok: "Delete bucket",
      danger: true,
      fields: [
        {
          name: "typed",
          label: `Type ${name} to confirm`,
          validate: (input) => (input === name ? undefined : `Type ${name}.`),
        },
      ],
    });
    if (!confirmed) return false;
    const close = dialogs.loading("Deleting bucket…");
    try {
      await remove(name);
      toast("Bucket deleted");
      return true;
    } catch (error) {
      void dialogs.alert({ text: (error as Error).message });
      return false;
    } finally {
      close();
    }
  };
};
