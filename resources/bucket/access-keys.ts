/** S3 keys for a team's buckets; calls are in access-key-calls.ts. Members with read-only access get read-only keys. */
import { defineResource } from "../define.ts";
import { id, text } from "../fields.ts";

export const accessKeys = defineResource({
  name: "access-keys",
  title: "Access keys",
  group: "Storage",
  access: "BUCKET",
  /** The master key belongs to the owner: `edit`. */
  members: ["list", "show", "create", "delete"],
  menu: { section: "Storage", icon: "key" },
  routes: { list: "/bucket/access-keys" },
  fields: { accessKey: id("Access key"), name: text("Name") },
});
