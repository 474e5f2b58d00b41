/** Runs nginx as a web server with Debian's settings (a worker per core, sendfile), without an access log. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../tests/support/free-port.ts";
import type { TestedServer } from "./tested-server.ts";

const START_TRIES = 100;
const START_WAIT_MS = 50;

/** Not on every user's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

export const hasNginx = (): Promise<boolean> =>
  promisify(execFile)("nginx", ["-v"], { env }).then(
    () => true,
    () => false,
  );

/** Serves `folder`; nginx's own files go to `workFolder`. Throws if nginx is missing or fails to start. */
export const startNginx = async (folder: string, workFolder: string): Promise<TestedServer> => {
  await mkdir(workFolder, { recursive: true });
  const port = await freePort();
  const settings = join(workFolder, "nginx.conf");
  await writeFile(settings, settingsOf(folder, workFolder, port));
  const child = spawn("nginx", ["-p", workFolder, "-e", join(workFolder, "error.log"), "-c", settings], {
    stdio: ["ignore", "inherit", "inherit"],
    env,
  });
  const ended = once(child, "exit");
  ended.catch(() => undefined);
  await Promise.race([answering(port), ended.then(() => Promise.reject(new Error("nginx did not start.")))]);
  return {
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
};

const settingsOf = (folder: string, workFolder: string, port: number): string => `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes auto;
pid ${workFolder}/nginx.pid;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  gzip on;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((use) => `${use}_temp_path ${workFolder}/${use};`).join("\n  ")}
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`;

const answering = async (port: number): Promise<void> => {
  for (let tries = 0; tries < START_TRIES; tries++) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isThere) return;
    await delay(START_WAIT_MS);
  }
  throw new Error("nginx does not answer.");
};
