/** AI keys: programs send them to /api/v1 as `Authorization: Bearer`. */
import { defineResource } from "../define.ts";
import { id, text, toggle } from "../fields.ts";
import { aiKeyNameMax } from "./limits.ts";

export const aiKeys = defineResource({
  name: "ai-keys",
  title: "AI keys",
  group: "AI",
  access: "AIRPC",
  menu: { section: "AI", icon: "spark" },
  routes: { list: "/ai-rpc", show: "/ai-rpc/key/{name}/{id}" },
  titles: { show: "{name}" },
  calls: { delete: "DELETE $rpc/rpc/ai/manager/keys/{id}" },
  log: { delete: "AI_DELETE_KEY" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: aiKeyNameMax }),
    isActive: toggle("Active"),
  },
  remove: { confirm: "Applications that use this key stop working immediately.", type: "name" },
});
