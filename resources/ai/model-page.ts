import { definePage } from "../declare/define.ts";

/** A model's page: properties, price, context and example requests. Ids contain slashes, so they are encoded. */
export const aiModel = definePage({
  name: "ai-model",
  path: "/ai-rpc/model/{id}",
  title: "{id}",
  group: "AI RPC",
  parent: "ai-keys",
  access: "AIRPC",
});
