/** Keys with which programs reach a team's buckets by S3: see access-key-calls.ts. A member who only reads gets keys that only read. */
import { defineResource } from "../define.ts";
import { id, text } from "../fields.ts";

export const accessKeys = defineResource({
  name: "access-keys",
  title: "Access keys",
  group: "Storage",
  access: "BUCKET",
  /** The master key is its owner's: `edit`. */
  members: ["list", "show", "create", "delete"],
  menu: { section: "Storage", icon: "key" },
  routes: { list: "/bucket/access-keys" },
  calls: {},
  fields: { accessKey: id("Access key"), name: text("Name") },
});
