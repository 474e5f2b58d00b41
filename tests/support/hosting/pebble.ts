/**
 * Runs Pebble, Let's Encrypt's ACME test server: a real certificate authority whose root is discarded when the test
 * ends.
 */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { axios } from "acme-client";
import { vi } from "vitest";
import { atFileEnd } from "../file-end.ts";
import { freePort } from "../free-port.ts";
import { hasProgram } from "../has-program.ts";

export const noPebble = "no Pebble on this machine: sudo apt-get install -y pebble openssl";

export const hasPebble = hasProgram("pebble") && hasProgram("openssl");

export interface Pebble {
  /** Value of ACME_DIRECTORY_URL. */
  readonly directoryUrl: string;
  /** PEM of its root certificate. */
  readonly root: string;
}

/** Trusted by the ACME client in this process. */
const trusted: string[] = [];

/** Validates host names on `httpPort`, resolved by `dnsServer`. */
export const startPebble = async (settings: { httpPort: number; dnsServer: string }): Promise<Pebble> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-pebble-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const [port, managementPort] = [await freePort(), await freePort()];
  const [certificate, privateKey] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  makeCertificate(certificate, privateKey, "localhost");
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate,
    privateKey,
    httpPort: settings.httpPort,
    tlsPort: 1,
    ocspResponderURL: "",
    externalAccountBindingRequired: false,
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify({ pebble: config }));
  const child = spawn("pebble", ["-config", join(folder, "config.json"), "-dnsserver", settings.dnsServer], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0" },
    stdio: "ignore",
  });
  atFileEnd(async () => void child.kill("SIGKILL"));

  const agent = new Agent({ ca: readFileSync(certificate) });
  trusted.push(readFileSync(certificate, "utf8"));
  axios.defaults.httpsAgent = new Agent({ ca: trusted });
  atFileEnd(async () => void delete axios.defaults.httpsAgent);
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get(`https://localhost:${managementPort}${path}`, { agent }, (response) => resolve(text(response))).on(
        "error",
        reject,
      );
    });
  const root = await vi.waitFor(() => ask("/roots/0"), { timeout: 60_000, interval: 50 });
  return { directoryUrl: `https://localhost:${port}/dir`, root };
};

/** Creates a self-signed certificate for a name, as PEM files. */
export const makeCertificate = (certificate: string, key: string, name: string): void => {
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const names = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-nodes", "-days", "2", ...curve, ...names, ...files], { stdio: "ignore" });
};
