/** Makes index.html visible before its scripts run: theme and styles inline, static shell, early requests. */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "vite";
import { themeCss } from "../ui/theme/theme.ts";
import type { RoutePlan } from "../framework/derive/routes.ts";
import { compileInline } from "./compile-inline.ts";
import { filesByRoute } from "./files-by-route.ts";
import { crumbTable, newcomerCalls, ownerCalls, routeTable, shellCalls, type FilesOf } from "./route-table.ts";
import { staticShell } from "./static-shell.ts";

const noFiles: FilesOf = () => [];
const generatedPages = {
  list: "list-page",
  show: "show-page",
  create: "record-forms",
  edit: "record-forms",
  delete: "",
};

/** `root` is the dashboard's directory. */
export const documentPlugin = (root: string): Plugin => {
  /** Files of capabilities, without the capability: "projects/list.tsx". */
  const written = new Set(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .map((path) => path.split(sep))
      .filter(({ length }) => length === 3)
      .map(([, ...path]) => path.join("/")),
  );
  const exists = (file: string): boolean => !file.endsWith("/page") || written.has(`${file}.tsx`);
  /** The end of the path of the source file that renders a route. */
  const moduleOf = ({ file, handle }: RoutePlan): string =>
    handle.kind === "page" || written.has(`${file}.tsx`)
      ? `/${file}.tsx`
      : `/framework/pages/${generatedPages[handle.verb]}.tsx`;
  return {
    name: "freehold-document",
    transformIndexHtml: {
      order: "post",
      handler: async (html, { bundle, chunk }) => {
        const filesOf = bundle && chunk ? filesByRoute(bundle, chunk, moduleOf) : noFiles;
        const { routes, files } = routeTable(filesOf);
        const [start, fill] = await Promise.all([
          compileInline(join(root, "early/start.ts"), {
            ROUTES: routes,
            FILES: files,
            SHELL_CALLS: shellCalls,
            OWNER_CALLS: ownerCalls,
            NEWCOMER_CALLS: newcomerCalls,
          }),
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
