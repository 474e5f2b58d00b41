import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { detailsOf } from "./details.ts";

const body = z.object({
  name: z.string(),
  invitation: z.optional(
    z.object({
      type: z.enum(["WALLET", "EMAIL"]),
      target: z.string(),
      access: z.array(z.enum(["HOSTING", "RPC"])),
      levels: z.partialRecord(z.enum(["HOSTING", "RPC"]), z.enum(["read", "manage"])),
      password: z.optional(z.string()),
    }),
  ),
  env: z.optional(z.array(z.object({ key: z.string(), value: z.string() }))),
  headers: z.optional(z.record(z.string(), z.string())),
  pin: z.optional(z.number()),
  code: z.optional(z.string()),
  signature: z.optional(z.string()),
  anything: z.optional(z.unknown()),
  either: z.optional(z.union([z.string(), z.boolean()])),
  on: z.optional(z.boolean()),
  empty: z.nullable(z.optional(z.string())),
});
const of = (sent: Partial<z.input<typeof body>>, params = {}) => detailsOf({ body }, params, { name: "shop", ...sent });

describe("stored call input", () => {
  it("includes choices, switches, and listed texts", () => {
    const invitation = { type: "EMAIL", target: "ada@example.com", access: ["RPC"], levels: { RPC: "read" } } as const;
    expect(of({ on: false, invitation: { ...invitation, access: ["RPC"] } })).toEqual({
      name: "shop",
      on: false,
      invitation,
    });
  });

  it("stores the length of lists, and otherwise only that a field was sent", () => {
    const sent = {
      env: [{ key: "TOKEN", value: "hidden" }],
      headers: { authorization: "hidden" },
      pin: 4711,
      code: "hidden",
      signature: "hidden",
      anything: { deep: "hidden" },
      either: "hidden",
    };
    const details = of(sent);
    expect(JSON.stringify(details)).not.toMatch(/hidden|4711|TOKEN/);
    expect(details).toEqual({
      name: "shop",
      env: 1,
      withheld: ["headers", "pin", "code", "signature", "anything", "either"],
    });
  });

  it("excludes a secret inside a stored field", () => {
    const invitation = { type: "EMAIL", target: "a@b.c", access: [], levels: {}, password: "hidden" } as const;
    expect(JSON.stringify(of({ invitation: { ...invitation, access: [] } }))).not.toContain("hidden");
  });

  it("includes ids of the path, but neither secrets nor one-time tokens", () => {
    const params = { id: "1", hookId: "2", secret: "hidden", stoken: "hidden", address: "0x1" };
    expect(of({}, params)).toEqual({ name: "shop", id: "1", hookId: "2" });
  });

  it("truncates long text, also within a character", () => {
    expect(of({ name: "x".repeat(500) })).toEqual({ name: "x".repeat(200) });
    expect(of({ name: "half \ud83d" })).toEqual({ name: "half \ufffd" });
  });

  it("is empty for a call without a body", () => {
    expect(detailsOf({}, { taskId: "7" }, undefined)).toEqual({ taskId: "7" });
  });
});
