/** Makes index.html visible before its scripts run: theme and styles inline, static shell, early requests. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { themeCss } from "../ui/theme.ts";
import type { RoutePlan } from "../framework/derive/routes.ts";
import { compileInline } from "./compile-inline.ts";
import { filesByRoute } from "./files-by-route.ts";
import { crumbTable, routeTable, type FilesOf } from "./route-table.ts";
import { staticShell } from "./static-shell.ts";

const noFiles: FilesOf = () => [];

/** `root` is the dashboard's directory. */
export const documentPlugin = (root: string): Plugin => {
  const exists = (file: string): boolean => !file.endsWith("/page") || existsSync(join(root, "pages", `${file}.tsx`));
  return {
    name: "freehold-document",
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle, chunk }) => {
        const filesOf = bundle && chunk ? filesByRoute(bundle, chunk, (plan) => moduleOf(root, plan)) : noFiles;
        const { routes, files } = routeTable(filesOf);
        const [start, fill] = await Promise.all([
          compileInline(join(root, "early/start.ts"), { ROUTES: routes, FILES: files }),
          compileInline(join(root, "early/fill-shell.ts"), { CRUMBS: crumbTable() }),
        ]);
        return html
          .replace("<title>", () => `<script>${start}</script>\n<style>${themeCss()}${shellSwitch}</style>\n<title>`)
          .replace("<!--static-shell-->", () => `${staticShell(exists)}<script>${fill}</script>`);
      },
    },
  };
};

/** Shows the static shell if the inline script has requested it; the list's part only on lists. */
const shellSwitch =
  "html:not([data-shell]) [data-static-shell],html:not([data-shell=list]) .fh-static-list{display:none}";

/** Returns the source file that renders a route. */
const moduleOf = (root: string, { file, handle }: RoutePlan): string => {
  const written = join(root, "pages", `${file}.tsx`);
  if (existsSync(written) || handle.kind === "page") return written;
  const generated = { list: "list-page", show: "show-page", create: "record-forms", edit: "record-forms", delete: "" };
  return join(root, "framework/pages", `${generated[handle.verb]}.tsx`);
};
