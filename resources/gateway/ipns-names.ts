/** IPNS names: permanent names for changing content. Their calls are in ipns-calls.ts. */
import { defineResource } from "../define.ts";
import { code, id, text } from "../fields.ts";
import { ipnsNameMax, ipnsValueMax } from "./limits.ts";

export const ipnsNames = defineResource({
  name: "ipns-names",
  title: "IPNS names",
  group: "Gateways",
  access: "GATEWAY",
  menu: { section: "Gateways", icon: "ipns" },
  routes: { list: "/gateway/ipns" },
  fields: {
    key: id("Key"),
    name: text("Name", { min: 1, max: ipnsNameMax }),
    value: code("Value", { min: 1, max: ipnsValueMax }),
  },
});
