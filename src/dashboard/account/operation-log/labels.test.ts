import { actionLabel } from "../../../../resources/account/operation-log/operation-actions.ts";
import { expect, it } from "vitest";
import { nameOf } from "../flows/activity/actor.ts";
import { labelOf, valueOf } from "./labels.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";

it.each([
  ["HOSTING_ADD_DOMAIN", "Added a domain"],
  ["OAUTH_SIGN_IN", "Signed in"],
  ["HOSTING_CREATE_BOOKMARK", "Created a bookmark"],
  ["BUCKET_EDIT_ACCESS_RULE", "Changed an access rule"],
  ["OLD_CODE", "OLD_CODE"],
])("%s has the label %s", (code, label) => {
  expect(actionLabel(code)).toBe(label);
});

it.each([
  [{ userName: "Ada", address, via: "SESSION" as const }, "Ada"],
  [{ userName: "0x5290…9EE7", address, via: "TOKEN" as const }, "0x529…9EE7"],
  [{ userName: "Deleted account", address: "", via: "SESSION" as const }, "Deleted account"],
  [{ userName: "", address: "", via: "HOOK" as const }, "Deploy hook"],
  [{ userName: "", address: "", via: "PUSH" as const }, "External Git host"],
])("shortens addresses to the first 5 and last 4 characters: %j is %s", (row, name) => {
  expect(nameOf(row)).toBe(name);
});

it.each([
  ["id", "ID"],
  ["taskId", "Task ID"],
  ["newTaskId", "New task ID"],
  ["rootDirectory", "Root directory"],
  ["env", "Env"],
])("the detail %s is labelled %s", (key, label) => {
  expect(labelOf(key)).toBe(label);
});

it.each([
  [true, "Yes"],
  [3, "3"],
  [["HOSTING", "RPC"], "HOSTING, RPC"],
  [[], "None"],
  [{ type: "EMAIL", access: ["RPC"] }, "Type: EMAIL\nAccess: RPC"],
  [null, "null"],
])("the value %j is shown as %s", (value, text) => {
  expect(valueOf(value)).toBe(text);
});
