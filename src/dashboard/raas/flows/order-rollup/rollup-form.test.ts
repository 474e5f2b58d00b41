import { expect, test } from "vitest";
import { createRollup } from "../../../../../resources/raas/rollup-calls.ts";
import {
  firstOpen,
  isReachable,
  orderOf,
  preselected,
  problemsOf,
  orderMethod,
  withoutUsedTrial,
  type RollupForm,
} from "./rollup-form.ts";

const oneClick = {
  framework: "OP",
  daLayer: "SETTLEMENT",
  settlement: "ETHEREUM",
  network: "TESTNET",
} as const satisfies RollupForm;
const chain = { ...oneClick, name: "Orchard", chainId: "7300417", purchasePlan: "DAY" } as const satisfies RollupForm;
const contact = { email: "team@orchard.example", telegram: "@orchard" };

test("one-click when OP or CDK on a testnet with settlement-layer data; anything else is a contact form", () => {
  expect(orderMethod(oneClick)).toBe("one-click");
  expect(orderMethod({ ...oneClick, framework: "CDK", settlement: "BSC" })).toBe("one-click");
  for (const other of [
    { framework: "OTHER" },
    { daLayer: "ARWEAVE" },
    { settlement: "OTHER" },
    { network: "MAINNET" },
  ] as const)
    expect(orderMethod({ ...oneClick, ...other })).toBe("application");
  expect(orderMethod({ framework: "OP" })).toBeUndefined();
});

test("a step is reachable once all previous ones are complete", () => {
  expect(firstOpen({})).toBe("stack");
  expect(firstOpen({ framework: "OP" })).toBe("data");
  expect(firstOpen(oneClick)).toBe("details");
  expect(firstOpen(chain)).toBe("summary");
  expect(isReachable(oneClick, "summary")).toBe(false);
  expect(isReachable(chain, "stack")).toBe(true);
});

test("a chain needs a name, an id of 16 digits at most and a plan", () => {
  expect(Object.keys(problemsOf(oneClick, "details")).toSorted()).toEqual(["chainId", "name", "purchasePlan"]);
  const chainIdProblem = (chainId: string) => problemsOf({ ...chain, chainId }, "details")["chainId"];
  expect(chainIdProblem("1234567890123456")).toBeUndefined();
  expect(chainIdProblem("12345678901234567")).toContain("16 digits");
  expect(chainIdProblem("012")).toContain("16 digits");
  expect(problemsOf({ ...chain, footerLink: "http://orchard.example" }, "details")).toHaveProperty("footerLink");
});

test("reserved path segments are refused as names in their step", () => {
  for (const name of ["create", "Status", " progress "])
    expect(problemsOf({ ...chain, name }, "details")).toEqual({ name: "This name is reserved. Choose another." });
  const application = { ...oneClick, network: "MAINNET", ...contact } as const;
  expect(problemsOf({ ...application, name: "create" }, "details")).toHaveProperty("name");
});

test("an application needs an email address and Telegram; the rest is optional", () => {
  const application = { ...oneClick, network: "MAINNET", name: "Harvest" } as const;
  expect(problemsOf(application, "details")).toEqual({
    email: "This field is required.",
    telegram: "This field is required.",
  });
  expect(problemsOf({ ...application, ...contact, email: "nobody" }, "details")).toEqual({ email: "Invalid email" });
  expect(problemsOf({ ...application, ...contact, xId: "", schedulingLink: "" }, "details")).toEqual({});
});

test("only fields of the selected method are sent, in the call's format", () => {
  const all = { ...chain, ...contact, footerLink: "" };
  const { email: _email, telegram: _telegram, footerLink: _footerLink, ...own } = all;
  expect(orderOf(all)).toEqual(own);
  expect(orderOf({ ...all, network: "MAINNET" })).toEqual({
    ...oneClick,
    network: "MAINNET",
    name: "Orchard",
    ...contact,
  });
  expect(createRollup.body!.safeParse(orderOf(all)).success).toBe(true);
});

test("the preselected options lack only a name, and the trial where it was used", () => {
  const form = preselected();
  expect(problemsOf(form, "details")).toEqual({ name: "This field is required." });
  expect(orderMethod(form)).toBe("one-click");
  expect(form.chainId).toMatch(/^[1-9]\d{7}$/);
  expect(withoutUsedTrial(form, undefined)).toEqual(form);
  expect(withoutUsedTrial({ ...form, purchasePlan: "DAY" }, true)).toMatchObject({ purchasePlan: "DAY" });
  expect(problemsOf({ ...withoutUsedTrial(form, true), name: "Orchard" }, "details")).toEqual({
    purchasePlan: "Choose a plan.",
  });
});
