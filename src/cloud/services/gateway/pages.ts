/** The gateway's own small pages. They stand alone: no script, nothing loaded, light and dark. */
import type { DirectoryEntry } from "../../engines/blocks/blocks.ts";

/** Sent with each of them. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;box-sizing:border-box;
font:1rem/1.5 system-ui,sans-serif;background:#f7f7f4;color:#1d2422}
main{max-width:34rem}h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0;color:#55605c}
code{font-size:.9em;overflow-wrap:anywhere}table{border-spacing:0;margin-top:1rem}
td{padding:.2rem 1.5rem .2rem 0}td:last-child{color:#55605c;text-align:right}a{color:#0a5c4a}
@media(prefers-color-scheme:dark){body{background:#121615;color:#e6ebe9}p,td:last-child{color:#9aa5a1}a{color:#6fd3b8}}`;

/** A page that says in a sentence what is wrong. */
export const messagePage = (title: string, text: string): string => page(title, `<p>${escape(text)}</p>`);

/** More of a folder than this is no page to read. */
const ROWS_MAX = 5000;

/** What a folder without index.html shows where folders are listed. */
export const listingPage = (title: string, entries: readonly DirectoryEntry[], hasParent: boolean): string => {
  const rows = entries.slice(0, ROWS_MAX).map(({ name, type, sizeBytes }) => {
    const slash = type === "directory" ? "/" : "";
    const href = `./${encodeURIComponent(name)}${slash}`;
    return `<tr><td><a href="${href}">${escape(name)}${slash}</a></td><td>${numbers.format(sizeBytes)} B</td></tr>`;
  });
  const parent = hasParent ? `<tr><td><a href="../">../</a></td><td></td></tr>` : "";
  const rest = entries.length - rows.length;
  const more = rest > 0 ? `<p>${numbers.format(rest)} more are not listed.</p>` : "";
  return page(title, `<table>${parent}${rows.join("")}</table>${more}`);
};

const numbers = new Intl.NumberFormat("en");

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>` +
  `<meta name="viewport" content="width=device-width"><style>${style}</style></head>` +
  `<body><main><h1>${escape(title)}</h1>${body}</main></body></html>`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
