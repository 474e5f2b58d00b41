/** The gateway's built-in pages. Self-contained: no scripts, no external resources, light and dark. */
import type { DirectoryEntry } from "../../engines/blocks/blocks.ts";

/** Content security policy of the built-in pages. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'";

const style = `
:root{color-scheme:light dark;--back:#f7f7f4;--text:#1d2422;--soft:#55605c;--line:#e0e2dc;--link:#0a5c4a;--field:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--back:#121615;--text:#e6ebe9;--soft:#9aa5a1;--line:#26302d;--link:#6fd3b8;--field:#0b0e0d;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:2rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:52rem;margin:0 auto}
.message{display:grid;place-content:center}.message main{max-width:34rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem;color:var(--soft)}
.status{margin:0 0 .25rem;color:var(--link);font-weight:600;font-variant-numeric:tabular-nums}
a{color:var(--link);text-underline-offset:.2em}a:focus-visible{outline:2px solid;outline-offset:2px}
table{width:100%;border-spacing:0;margin:1.5rem 0}
td{padding:.5rem 0;border-top:1px solid var(--line);vertical-align:baseline}
td+td{padding-left:1.5rem;color:var(--soft);text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td a{text-decoration:none}td a:hover{text-decoration:underline}
form{display:grid;gap:.5rem}label{font-weight:500}
input,button{padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem;font:inherit}
input{width:100%;background:var(--field);color:var(--text)}button{margin-top:.5rem;border-color:var(--link);background:var(--link);color:var(--back);font-weight:500;cursor:pointer}
input:focus-visible,button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.problem{margin:0;color:var(--bad)}
pre{margin:1.5rem 0;padding:1rem;border:1px solid var(--line);overflow:auto;font:.875rem/1.5 ui-monospace,monospace}`;

export interface Message {
  readonly status: number;
  readonly title: string;
  /** An error message. */
  readonly text: string;
  /** Whether to link to the home page. */
  readonly hasStart?: boolean;
}

/** Shown at a team's host names while its services are paused. */
export const pausedMessage: Message = {
  status: 402,
  title: "Paused",
  text: "This site is paused. Its team has no balance left or has reached a spend cap.",
};

export const messagePage = ({ status, title, text, hasStart = false }: Message): string => {
  const start = hasStart ? `<p><a href="/">Go to the home page</a></p>` : "";
  const heading = `<p class="status">${status}</p><h1>${escape(title)}</h1>`;
  return page(title, `<body class="message"><main>${heading}<p>${escape(text)}</p>${start}</main></body>`);
};

/** Asks for a site's password. Its form posts to the path of the page. */
export const passwordPage = (problem: string | undefined): string => {
  const alert = problem === undefined ? "" : `<p class="problem" role="alert">${escape(problem)}</p>`;
  const field = `<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>`;
  const form = `<form method="post"><label for="password">Password</label>${field}${alert}<button>View preview</button></form>`;
  const heading = `<h1>Password required</h1><p>This preview is protected. Ask its team for the password.</p>`;
  return page("Password required", `<body class="message"><main>${heading}${form}</main></body>`);
};

/** Maximum number of entries in a listing. */
const ROWS_MAX = 5000;

/** Builds the listing page of a folder, folders first. */
export const listingPage = (title: string, entries: readonly DirectoryEntry[], hasParent: boolean): string => {
  const [folders, files] = [true, false].map((isFolder) =>
    entries.filter(({ type }) => (type === "directory") === isFolder),
  ) as [DirectoryEntry[], DirectoryEntry[]];
  const rows = [...folders, ...files].slice(0, ROWS_MAX).map(({ name, type, sizeBytes }) => {
    const slash = type === "directory" ? "/" : "";
    const href = `./${encodeURIComponent(name)}${slash}`;
    return `<tr><td><a href="${href}">${escape(name)}${slash}</a></td><td>${numbers.format(sizeBytes)} B</td></tr>`;
  });
  const parent = hasParent ? `<tr><td><a href="../">../</a></td><td></td></tr>` : "";
  const rest = entries.length - rows.length;
  const more = rest > 0 ? `<p>${numbers.format(rest)} more are not listed.</p>` : "";
  const table = `<table>${parent}${rows.join("")}</table>${more}`;
  return page(title, `<body><main><h1>${escape(title)}</h1>${table}</main></body>`);
};

/** Builds a page that shows a data block as text. */
export const dataPage = (title: string, text: string): string => {
  const links = `<p><a href="?format=raw">Raw block</a> · <a href="?format=car">CAR with all linked blocks</a></p>`;
  return page(title, `<body><main><h1>${escape(title)}</h1>${links}<pre>${escape(text)}</pre></main></body>`);
};

const numbers = new Intl.NumberFormat("en");

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>` +
  `<meta name="viewport" content="width=device-width"><style>${style}</style></head>${body}</html>`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
