import type { accessKeys } from "../../../../resources/storage/access-keys.ts";
import type { Row } from "../../../../resources/declare/define.ts";

/** Returns the scope in one line: "Read and write in photos, videos (prefix 2026/)". */
export const scopeOf = ({
  permissions,
  buckets,
  prefixes,
}: Pick<Row<typeof accessKeys>, "permissions" | "buckets" | "prefixes">): string => {
  const verbs = permissions.length === 3 ? "everything" : permissions.join(" and ");
  const where = buckets.length === 0 ? "all buckets" : buckets.join(", ");
  const limits =
    prefixes.length === 0 ? "" : ` (${prefixes.length === 1 ? "prefix" : "prefixes"} ${prefixes.join(", ")})`;
  return `${verbs[0]!.toUpperCase()}${verbs.slice(1)} in ${where}${limits}`;
};
