import { accessKeyNameMax } from "../../../../resources/bucket/access-key-limits.ts";
import { keyPermissions, type KeyPermission } from "../../../../resources/bucket/access-key-calls.ts";

const daySeconds = 86_400;

/** Lifetimes offered for a key. */
export const lifetimes = [
  { value: "never", label: "Never" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
] as const;
export type Lifetime = (typeof lifetimes)[number]["value"];

export interface Typed {
  readonly name: string;
  readonly permissions: readonly KeyPermission[];
  /** Empty means all buckets. */
  readonly buckets: readonly string[];
  /** One prefix per line. */
  readonly prefixes: string;
  readonly lifetime: Lifetime;
}

export const blank: Typed = {
  name: "",
  permissions: [...keyPermissions],
  buckets: [],
  prefixes: "",
  lifetime: "never",
};

export const prefixesOf = ({ prefixes }: Pick<Typed, "prefixes">): string[] => [
  ...new Set(prefixes.split("\n").filter((line) => line !== "")),
];

/** Returns the request body. */
export const bodyOf = (input: Typed, nowSeconds: number) => ({
  name: input.name.trim(),
  permissions: [...input.permissions],
  buckets: [...input.buckets],
  prefixes: prefixesOf(input),
  ...(input.lifetime !== "never" && { expiresAt: nowSeconds + Number(input.lifetime) * daySeconds }),
});

/** Returns validation errors by field. */
export const problemsIn = ({ name, permissions }: Typed): Record<string, string> => ({
  ...(name.trim() === "" && { name: "Name is required." }),
  ...(name.trim().length > accessKeyNameMax && { name: `Name: ${accessKeyNameMax} characters maximum.` }),
  ...(permissions.length === 0 && { permissions: "Choose at least one permission." }),
});
