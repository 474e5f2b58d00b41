import { definePage } from "../define.ts";

/** A model: what it is, costs and sees, and how it is asked. Ids have slashes in them, so they are encoded. */
export const aiModel = definePage({
  name: "ai-model",
  path: "/ai-rpc/model/{id}",
  title: "{id}",
  group: "AI",
  parent: "ai-keys",
  access: "AIRPC",
});
