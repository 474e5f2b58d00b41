import { expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

const mozilla = "Mozilla/5.0";
it.each([
  [`${mozilla} (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0`, "Firefox on Linux"],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0`,
    "Edge on Windows",
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1`, "Safari on macOS"],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/139.0 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [`${mozilla} (Linux; Android 15) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${mozilla} (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["curl/8.9.1", "curl"],
  ["<script>alert(1)</script>", "Unknown device"],
  ["", "Unknown device"],
])("%s is shown as %s", (userAgent, label) => {
  expect(deviceName(userAgent)).toBe(label);
});
