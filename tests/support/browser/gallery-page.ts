/** Builds the widget gallery and serves it from memory. */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { listenOnLoopback } from "../server/loopback.ts";

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css", html: "text/html" };

/** Returns the address of the gallery, which is served until the test file ends. */
export const serveGallery = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    root: join(import.meta.dirname, "../../gallery"),
    logLevel: "warn",
    plugins: [react()],
    build: { write: false, target: "es2023", minify: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
  })) as Rolldown.RolldownOutput;
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
  const port = await listenOnLoopback((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    const found = files.has(path) ? path : "/index.html";
    const type = types[found.split(".").at(-1)!] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(files.get(found));
  });
  return `http://localhost:${port}`;
};
