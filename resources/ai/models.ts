/** AI models of the instance, for operators: those of the catalog, files on the server, and connected model servers. */
import { defineResource } from "../declare/define.ts";
import { bytes, choice, date, id, optional, status, text, toggle, withDefault } from "../declare/fields.ts";

export const modelKinds = ["CATALOG", "FILE", "SERVER"] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelStates = ["available", "fetching", "online", "failed"] as const;

export const models = defineResource({
  name: "models",
  title: "AI models",
  noun: "model",
  intro: "Models that run on this server, and servers that have more. Teams use them with their AI keys.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "spark" },
  routes: { list: "/operator/models" },
  titles: { create: "Add model" },
  base: "$rpc/operator/models",
  log: { create: "AI_ADD_MODEL", delete: "AI_REMOVE_MODEL" },
  fields: {
    id: id(),
    name: text("Name", { max: 60, hint: "Default: the file's name, or the server's host." }),
    kind: choice("Source", modelKinds, { CATALOG: "Catalog", FILE: "File", SERVER: "Model server" }),
    address: text("Address", {
      min: 1,
      max: 1000,
      pattern: { expression: /^(\/|https?:\/\/)/, message: "Address: enter a path such as /models/a.gguf, or a URL." },
      placeholder: "/models/my-model.gguf",
      hint: "The path of a GGUF file on this server, or the URL of a server with OpenAI's API, such as http://10.0.0.5:8000/v1.",
    }),
    key: optional(text("API key", { max: 500, hint: "For model servers that require one. Stored encrypted." })),
    isFree: withDefault(
      toggle("Free", "Models without a price cost nothing. Otherwise they are offered once they have a price."),
      true,
    ),
    license: optional(text("License")),
    bytes: optional(bytes("Size")),
    fetched: optional(bytes("Fetched")),
    /** Bytes per second. */
    rate: optional(bytes("Rate")),
    state: status("State", modelStates, {
      available: "Not installed",
      fetching: "Fetching",
      failed: "Failed",
    }),
    /** Why it failed, or what it offers. */
    detail: optional(text("Details")),
    createdAt: optional(date("Added")),
  },
  list: {
    columns: {
      name: { below: "detail" },
      kind: { width: "130px" },
      license: { width: "120px", wideOnly: true },
      bytes: { width: "110px" },
      state: { width: "230px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    whole: true,
    filters: ["kind", "state"],
    empty: { title: "No models", text: "Add a file on this server, or connect a model server." },
  },
  create: { fields: ["address", "name", "key", "isFree"], optional: ["name"] },
  actions: {
    install: {
      label: "Install",
      icon: "download",
      call: "POST $rpc/operator/models/{id}/install",
      can: "edit",
      done: "The model is being fetched",
      when: [{ field: "state", in: ["available"] }],
      log: "AI_INSTALL_MODEL",
    },
  },
  remove: {
    label: "Remove",
    question: "Remove {name}?",
    confirm: "Requests for its models are refused from now on. A fetched file is deleted; your own files stay.",
    when: [{ field: "state", in: ["fetching", "online", "failed"] }],
  },
});
