/**
 * Adapts @tonconnect/ui to the Content-Security-Policy: draws the icons that it loads from GitHub, and replaces its inline
 * event handler.
 */
import type { Plugin } from "vite";

export const tonConnectPlugin = (): Plugin => ({
  name: "freehold-ton-connect",
  transform: (code, id) => (id.includes("/@tonconnect/ui/") ? adapt(code) : undefined),
});

const adapt = (code: string): string =>
  code
    .replaceAll(/https:\/\/raw\.githubusercontent\.com\/ton-connect\/[^"]*\/([^"/]+)\.png/g, (_url, name: string) =>
      name === "tg" ? plane : gem,
    )
    .replaceAll(
      'document.body.setAttribute("ontouchstart", "")',
      'document.body.addEventListener("touchstart", () => {})',
    );

const icon = (path: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="24" fill="#0098ea"/>${path}</svg>`)}`;
const plane = icon('<path fill="#fff" d="m9 23 27-11-5 25-8-6-4 5-1-8z"/>');
const gem = icon(
  '<path fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" d="M12 15h24L24 36zm12 0v21"/>',
);
