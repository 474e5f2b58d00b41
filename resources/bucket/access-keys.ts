/** Keys with which programs reach a team's buckets by S3: see access-key-calls.ts. A member who only reads gets keys that only read. */
import { defineResource } from "../define.ts";

export const accessKeys = defineResource({
  name: "access-keys",
  title: "Access Keys",
  group: "Storage",
  access: "BUCKET",
  /** The master key is its owner's: `edit`. */
  members: ["list", "show", "create", "delete"],
  routes: {},
  calls: {},
  fields: {},
});
