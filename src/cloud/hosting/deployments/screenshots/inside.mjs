/**
 * Runs inside the build sandbox, in plain JavaScript because only Node is there: serves a site's files, and lets the browser take a
 * screenshot of its start page.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";

const { browser, files } = JSON.parse(readFileSync("site.json", "utf8"));
const numbers = new Map(files.map(({ path }, index) => [path, index]));

const numberOf = (url) => {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname).slice(1);
  return numbers.get(path) ?? numbers.get(`${path}index.html`) ?? numbers.get(`${path}/index.html`);
};

const server = createServer((request, response) => {
  const number = URL.canParse(request.url, "http://localhost") ? numberOf(request.url) : undefined;
  if (number === undefined) return response.writeHead(404).end();
  createReadStream(`files/${number}`).pipe(response.writeHead(200, { "content-type": files[number].type }));
});

await once(server.listen(0, "127.0.0.1"), "listening");
const child = spawn(
  browser,
  [
    ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=/tmp/browser"],
    ["--hide-scrollbars", "--window-size=1280,800", "--force-device-scale-factor=0.625"],
    // Timers run at once: a page that never rests is as it is after 5 seconds.
    ["--virtual-time-budget=5000", "--screenshot=/build/screenshot.webp", `http://127.0.0.1:${server.address().port}/`],
  ].flat(),
  { stdio: "ignore" },
);
const [code] = await once(child, "exit");
process.exit(code ?? 1);
