/** Newer browsers also name their base: the first match wins. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\bHeadlessChrome\//, "Headless Chrome"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Describes a User-Agent header: "Firefox on Linux". For programs, returns the first word. */
export const deviceName = (userAgent: string): string => {
  const browser = firstIn(browsers, userAgent);
  const system = firstIn(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  const program = browser ?? /^[A-Za-z][\w.-]{0,30}/.exec(userAgent)?.[0] ?? "Unknown device";
  return system ? `${program} on ${system}` : program;
};

const firstIn = (patterns: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
