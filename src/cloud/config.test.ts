import { describe, expect, it } from "vitest";
import { readConfig, runsOnItsOwn } from "./config.ts";

const isOn = (settings: NodeJS.ProcessEnv): boolean => runsOnItsOwn(readConfig(settings));

describe("development pages", () => {
  it.each([{}, { HOST: "localhost" }, { HOST: "::1" }, { HOST: "127.0.0.2" }])(
    "auto enables them with %j",
    (settings) => {
      expect(isOn(settings)).toBe(true);
    },
  );

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "" },
    { HOST: "192.168.1.7" },
    { HOST: "127.0.0.1.example.com" },
    { PUBLIC_URL: "https://cloud.example" },
    { DATABASE_URL: "postgres://localhost/freehold" },
  ])("auto disables them with %j", (settings) => {
    expect(isOn(settings)).toBe(false);
  });

  it.each([
    [{ HOST: "0.0.0.0" }, "HOST is 0.0.0.0"],
    [{ HOST: "cloud.example" }, "HOST is cloud.example"],
    [{ PUBLIC_URL: "https://cloud.example" }, "PUBLIC_URL is https://cloud.example"],
  ])("on refuses to start with %j and says what to set instead", (settings, reason) => {
    const start = () => readConfig({ ...settings, DEVELOPMENT_PAGES: "on" });
    expect(start).toThrow(reason);
    expect(start).toThrow("Set HOST=127.0.0.1 and remove PUBLIC_URL, or set DEVELOPMENT_PAGES=off.");
  });

  it("on accepts an external database on this machine; off is always off", () => {
    const settings = { DATABASE_URL: "postgres://db/freehold", PUBLIC_URL: "http://localhost:8080" };
    expect(isOn({ ...settings, DEVELOPMENT_PAGES: "on" })).toBe(true);
    expect(isOn({ DEVELOPMENT_PAGES: "off" })).toBe(false);
  });
});
