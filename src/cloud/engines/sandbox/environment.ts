/** Sets the environment variables of programs inside. */
import { inside, insideCertificates, insidePath } from "./arguments.ts";
import type { Programs } from "./programs.ts";
import type { Registries } from "./registries.ts";
import type { SandboxCommand } from "./sandbox.ts";

/** Port of the forwarder on 127.0.0.1 in the sandbox's own network namespace. */
export const forwarderPort = 3128;

/** Share of the memory limit that V8 may fill with its heap; the rest is code, stacks and buffers. */
const heapShare = 0.75;

/** Returns the caller's variables over the defaults, except those that the sandbox depends on. */
export const environmentInside = (
  { programs, registries }: { readonly programs: Programs; readonly registries: Registries },
  command: SandboxCommand,
): Record<string, string> => {
  const { environment, memoryMb, network, cacheFolder } = command;
  const heap = `--max-old-space-size=${Math.floor(memoryMb * heapShare)}`;
  return {
    CI: "1",
    LANG: "C.UTF-8",
    TERM: "dumb",
    ...quietNpm,
    ...(registries.main !== undefined && { YARN_NPM_REGISTRY_SERVER: registries.main }),
    ...(cacheFolder !== undefined && caches),
    ...environment,
    PATH: environment.PATH ? `${environment.PATH}:${insidePath}` : insidePath,
    HOME: inside.home,
    USER: "build",
    TMPDIR: "/tmp",
    NODE_OPTIONS: environment.NODE_OPTIONS ? `${heap} ${environment.NODE_OPTIONS}` : heap,
    ...(network === "registries" && throughForwarder),
    ...(network === "registries" && programs.certificates !== undefined && trusted),
  };
};

/** npm retries an unresponsive registry after one minute instead of five. */
const patientNpm = { npm_config_fetch_timeout: "60000", npm_config_fetch_retries: "5" };

const quietNpm = {
  ...patientNpm,
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_progress: "false",
};

const caches = {
  npm_config_cache: `${inside.cache}/npm`,
  YARN_CACHE_FOLDER: `${inside.cache}/yarn`,
  XDG_CACHE_HOME: `${inside.cache}/xdg`,
  XDG_DATA_HOME: `${inside.cache}/data`,
};

const forwarder = `http://127.0.0.1:${forwarderPort}`;
const throughForwarder = {
  HTTP_PROXY: forwarder,
  HTTPS_PROXY: forwarder,
  http_proxy: forwarder,
  https_proxy: forwarder,
  npm_config_proxy: forwarder,
  npm_config_https_proxy: forwarder,
  npm_config_noproxy: "",
  YARN_HTTP_PROXY: forwarder,
  YARN_HTTPS_PROXY: forwarder,
};

const trusted = {
  NODE_EXTRA_CA_CERTS: insideCertificates,
  SSL_CERT_FILE: insideCertificates,
  YARN_HTTPS_CA_FILE_PATH: insideCertificates,
};
