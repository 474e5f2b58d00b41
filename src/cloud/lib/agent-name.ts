const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\//, "Firefox"],
  [/\bHeadlessChrome\//, "Headless Chrome"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
] as const;

/** Returns a client's name without version, from its `User-Agent`: "Firefox", "curl", "Googlebot"; "other" if it has none. */
export const agentName = (agent: string): string => {
  const bot = /\b([\w-]*(?:bot|crawler|spider)[\w-]*)\b/i.exec(agent)?.[1];
  if (bot) return bot;
  const browser = browsers.find(([pattern]) => pattern.test(agent));
  return browser?.[1] ?? (/^[\w.+-]+/.exec(agent)?.[0] || "other");
};
