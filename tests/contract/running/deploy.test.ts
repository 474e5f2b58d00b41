/** Compares the examples in deploy/ with the server, and reads each with its own program where that is installed. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { version } from "../../../package.json" with { type: "json" };
import { readConfig, settingNames, type Config } from "../../../src/cloud/config.ts";
import { hasProgram } from "../../support/has-program.ts";
import { root } from "../../support/hosting/source-files.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";

const run = promisify(execFile);
const deploy = join(root, "deploy");
const read = (path: string): string => readFileSync(join(deploy, path), "utf8");
const token = "token-of-the-deploy-test";
/** After DRAIN_SECONDS, the server closes everything within this time. */
const closeSeconds = 15;

type Settings = Readonly<Record<string, string>>;
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly tcpSocket?: { readonly port: number };
}
interface Workload {
  readonly role: string;
  readonly http: boolean;
  readonly settings: Settings;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly terminationGracePeriodSeconds: number;
  readonly autoscaling?: {
    readonly metrics: readonly { readonly external?: { readonly metric: { readonly name: string } } }[];
  };
}
interface Values {
  readonly settings: Settings;
  readonly workloads: Readonly<Record<string, Workload>>;
  readonly shared: { readonly directories: readonly string[] };
  readonly ingress: { readonly contentHosts: readonly string[] };
}
interface Ingress {
  readonly spec: {
    readonly tls: readonly { readonly hosts: readonly string[] }[];
    readonly rules: readonly {
      readonly host: string;
      readonly http: {
        readonly paths: readonly { readonly backend: { readonly service: { readonly name: string } } }[];
      };
    }[];
  };
}
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      { environment: Settings; volumes: string[]; stop_grace_period: string; healthcheck?: { test: string[] } }
    >
  >;
}

const values = parse(read("helm/freehold/values.yaml")) as Values;
const compose = parse(read("compose/compose.yaml").replace(/\$\{\w+:\?\}/g, "x".repeat(32)), {
  merge: true,
}) as Compose;
const dockerfile = read("docker/Dockerfile");

/** What a Secret or .env adds. */
const secrets: Settings = {
  SECRET_KEY: "x".repeat(32),
  DATABASE_URL: "postgres://x@database/x",
  METRICS_TOKEN: "x".repeat(32),
  S3_ACCESS_KEY: "x",
  S3_SECRET_KEY: "x",
};

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ METRICS_TOKEN: token });
});

describe("settings", () => {
  /** Variables of other programs in these files. */
  const foreign = /^(POSTGRES_\w+|ROOT_(ACCESS|SECRET)_KEY|DASHBOARD_HOST|CERTIFICATE_FOLDER|NODE_ENV|AF_\w+)$/;

  test("every setting that a file names exists", () => {
    const unknown = globSync("**/*", { cwd: deploy, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => {
        const text = readFileSync(join(entry.parentPath, entry.name), "utf8");
        const names = text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
        return names
          .filter((name) => !settingNames.includes(name) && !foreign.test(name))
          .map((name) => `${entry.name}: ${name}`);
      });
    expect(unknown).toEqual([]);
  });

  test.each(Object.entries(values.workloads))("the chart's workload %s has valid settings", (_name, workload) => {
    const config = readConfig({ ...secrets, ...values.settings, ...workload.settings, ROLE: workload.role });
    expect(workload.http).toBe(config.ROLE.includes("web") || config.ROLE.includes("gateway"));
    expect(workload.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(stopSeconds(config));
  });

  test.each(["web", "worker", "owner"])("the Compose service %s has valid settings", (name) => {
    const { environment, stop_grace_period: patience, healthcheck } = compose.services[name]!;
    const config = readConfig({ ...environment, PUBLIC_URL: "https://cloud.example.com" });
    expect(config.ROLE).toEqual([name]);
    expect(Number.parseInt(patience, 10)).toBeGreaterThanOrEqual(stopSeconds(config));
    // The image's own check asks port 4040.
    if (name === "worker") expect(config.METRICS_PORT).toBe(4040);
    if (name === "owner") expect(healthcheck!.test.at(-1)).toContain(`connect(${config.INTERNAL_PORT}, 'owner')`);
    else expect(healthcheck).toBeUndefined();
  });

  test("the systemd unit waits until the server has stopped by itself", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read("systemd/freehold.service"))?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(stopSeconds(readConfig({})));
  });

  test("chart, Compose file and image have the same shared directories", () => {
    const shared = values.shared.directories.map((name) => `/data/${name}`);
    expect(compose.services["web"]!.volumes.map((volume) => volume.split(":")[1])).toEqual(shared);
    for (const path of shared) expect(dockerfile).toContain(` ${path}`);
  });

  const stopSeconds = ({ ANNOUNCE_SECONDS, DRAIN_SECONDS }: Pick<Config, "ANNOUNCE_SECONDS" | "DRAIN_SECONDS">) =>
    ANNOUNCE_SECONDS + DRAIN_SECONDS + closeSeconds;
});

test("every workload is probed at a port of its role", () => {
  for (const [name, { role, http, settings, probes }] of Object.entries(values.workloads)) {
    const { METRICS_PORT, INTERNAL_PORT } = readConfig({ ...secrets, ...settings, ROLE: role });
    const ports = Object.values(probes).map(({ httpGet, tcpSocket }) => httpGet?.port ?? tcpSocket?.port);
    expect(Object.keys(probes), name).toEqual(expect.arrayContaining(["startupProbe", "livenessProbe"]));
    expect(new Set(ports), name).toEqual(new Set([http ? "http" : (METRICS_PORT ?? INTERNAL_PORT)]));
  }
});

test("every probe answers 200, also at the address of a pod", async () => {
  const probes = Object.values(values.workloads).flatMap(({ probes }) => Object.values(probes));
  const paths = new Set([
    ...probes.flatMap(({ httpGet }) => httpGet?.path ?? []),
    /^\s*health_uri (\S+)$/m.exec(read("proxies/Caddyfile"))![1]!,
    /fetch\('http:\/\/127\.0\.0\.1:4040([^']+)'\)/.exec(dockerfile)![1]!,
  ]);
  expect([...paths].toSorted()).toEqual(["/healthz", "/readyz"]);
  for (const path of paths) expect((await ask(cloud.port, "10.1.2.3:4040", path)).status, path).toBe(200);
});

describe("metrics", () => {
  interface Dashboard {
    readonly panels: { readonly title: string; readonly targets: { readonly expr: string }[] }[];
  }
  interface Rules {
    readonly groups: {
      readonly rules: { readonly alert?: string; readonly record?: string; readonly expr: string }[];
    }[];
  }
  const dashboard = JSON.parse(read("monitoring/dashboard.json")) as Dashboard;
  const rules = parse(read("monitoring/rules.yml")) as Rules;
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ alert, record, expr }) => [alert ?? record, expr] as const)),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  test.each(expressions)("%s uses only metrics that /metrics has: %s", async (_title, expression) => {
    const { body } = await ask(cloud.port, "localhost", "/metrics", { headers: { authorization: `Bearer ${token}` } });
    const types = [...body.toString().matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const series = types.flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((suffix) => name! + suffix) : [name!],
    );
    // Prometheus adds "up" to each target.
    const names = new Set(["up", ...series]);
    const used = metricsIn(expression);
    expect(used).not.toEqual([]);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  test("the chart scales on metrics that the rules record", () => {
    const recorded = rules.groups.flatMap((group) => group.rules.flatMap(({ record }) => record ?? []));
    const external = Object.values(values.workloads).flatMap(
      ({ autoscaling }) => autoscaling?.metrics.flatMap((metric) => metric.external?.metric.name ?? []) ?? [],
    );
    expect(external).toEqual(recorded);
  });

  /** Returns the metrics of a PromQL expression: its identifiers, except functions, operators, labels and durations. */
  const metricsIn = (expression: string): string[] => {
    const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on|ignoring) \([^)]*\)/g, " ");
    return [...bare.matchAll(/(?<![\w.])[a-z_]\w*(?![\w]*\s*\()/g)]
      .map(([name]) => name)
      .filter((name) => !operators.has(name));
  };
  const operators = new Set(["and", "or", "unless", "sum", "max", "min", "avg", "count"]);
});

describe("Dockerfile", () => {
  const instructions = dockerfile
    .replace(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => /^(\S+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
  const stages = instructions.filter(([name]) => name === "FROM").map(([, stage]) => stage.split(" AS "));

  test("has known instructions only, from images of one pinned version", () => {
    const known = "FROM WORKDIR COPY RUN ENV USER EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD".split(" ");
    expect(instructions.filter(([name]) => !known.includes(name))).toEqual([]);
    expect(new Set(stages.map(([image]) => image))).toEqual(new Set(["node:24-bookworm-slim"]));
  });

  test("copies what exists, from stages that exist", () => {
    const sources = instructions
      .filter(([name, rest]) => name === "COPY" && !rest.startsWith("--from"))
      .flatMap(([, rest]) => rest.split(" ").slice(0, -1));
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const used = [...dockerfile.matchAll(/from=([a-z]+)/g)].map(([, stage]) => stage);
    expect(used.filter((stage) => !stages.some(([, name]) => name === stage))).toEqual([]);
  });

  test("ends in a stage with production packages only, no secret, and a user other than root", () => {
    const last = instructions.slice(instructions.findLastIndex(([name]) => name === "FROM"));
    expect(last.filter(([name]) => name === "USER").map(([, user]) => user)).toEqual(["node"]);
    expect(last.some(([name]) => name === "HEALTHCHECK")).toBe(true);
    expect(dockerfile).toContain("npm ci --omit=dev");
    expect(
      instructions.filter(([name, rest]) => name === "ENV" && /SECRET|TOKEN|PASSWORD|_KEY|_URL/.test(rest)),
    ).toEqual([]);
    const ignored = read("docker/Dockerfile.dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", ".env", "**/*.env", ".data", "**/node_modules"]));
    const [command] = last
      .findLast(([name]) => name === "ENTRYPOINT")!
      .slice(1)
      .map((text) => JSON.parse(text) as string[]);
    expect(existsSync(join(root, command!.at(-1)!))).toBe(true);
  });
});

describe("chart", () => {
  const chart = join(deploy, "helm/freehold");

  test("has the version of this package, and reads values that exist only", () => {
    expect(parse(read("helm/freehold/Chart.yaml"))).toMatchObject({ apiVersion: "v2", appVersion: version });
    const known = new Set(pathsOf(values));
    const used = globSync("templates/*.yaml", { cwd: chart }).flatMap((name) =>
      [...readFileSync(join(chart, name), "utf8").matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!),
    );
    expect(used).not.toEqual([]);
    expect(used.filter((path) => !known.has(path))).toEqual([]);
  });

  test("templates are YAML around their expressions, also where helm is missing", () => {
    const kinds = globSync("templates/*.yaml", { cwd: chart }).flatMap((name) => {
      const text = readFileSync(join(chart, name), "utf8")
        .replaceAll(/^\s*\{\{-?.*\}\}\s*$/gm, "")
        .replaceAll(/\{\{.*?\}\}/gs, "x");
      return parseAllDocuments(text, { uniqueKeys: false }).map((document) => {
        expect(document.errors, name).toEqual([]);
        return (document.toJSON() as { kind: string }).kind;
      });
    });
    expect(kinds.toSorted()).toEqual([
      "Deployment",
      "HorizontalPodAutoscaler",
      "Ingress",
      "PersistentVolumeClaim",
      "PodDisruptionBudget",
      "Service",
    ]);
  });

  const helm = hasProgram("helm");
  test.skipIf(!helm)("renders for its own values and for an additional role", async () => {
    await run("helm", ["lint", "--strict", chart]);
    const extra = ["--set", "workloads.extra.role=worker", "--set", "workloads.extra.replicas=3"];
    const limits = [
      "--set",
      "workloads.extra.terminationGracePeriodSeconds=90",
      "--set",
      "workloads.extra.dataSize=1Gi",
    ];
    const { stdout } = await run("helm", ["template", "cloud", chart, "--kube-version", "1.33.0", ...extra, ...limits]);
    const objects = stdout
      .split(/^---$/m)
      .map((text) => parse(text) as { kind: string; metadata: { name: string } } | null)
      .filter((object) => object !== null);
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      "Deployment cloud-extra",
      "Deployment cloud-gateway",
      "Deployment cloud-owner",
      "Deployment cloud-web",
      "Deployment cloud-worker",
      "HorizontalPodAutoscaler cloud-gateway",
      "HorizontalPodAutoscaler cloud-web",
      "HorizontalPodAutoscaler cloud-worker",
      "Ingress cloud",
      "PersistentVolumeClaim cloud-shared",
      "PodDisruptionBudget cloud-gateway",
      "PodDisruptionBudget cloud-owner",
      "PodDisruptionBudget cloud-web",
      "PodDisruptionBudget cloud-worker",
      "Service cloud-gateway",
      "Service cloud-web",
    ]);
    const ingress = objects.find(({ kind }) => kind === "Ingress") as unknown as Ingress;
    const services = ingress.spec.rules.map(({ host, http }) => [host, http.paths[0]!.backend.service.name]);
    expect(Object.fromEntries(services)).toEqual({
      "cloud.example.com": "cloud-web",
      "*.sites.example.net": "cloud-gateway",
      "*.arweave.sites.example.net": "cloud-gateway",
    });
    expect(ingress.spec.tls[0]!.hosts).toEqual(["cloud.example.com", ...values.ingress.contentHosts]);
    const alone = await run("helm", [
      "template",
      "cloud",
      chart,
      "--kube-version",
      "1.33.0",
      "--set",
      "workloads.gateway=null",
    ]);
    expect(alone.stdout).not.toContain("cloud-gateway");
  });

  const pathsOf = (value: unknown, path = ""): string[] => [
    ...(path ? [path] : []),
    ...(typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path ? `${path}.${key}` : key))
      : []),
  ];
});

describe("other programs read their files", () => {
  const promtool = hasProgram("promtool");
  test.skipIf(!promtool)(
    "promtool accepts configuration and rules, and the rules raise the alerts of their tests",
    async () => {
      const cwd = join(deploy, "monitoring");
      await run("promtool", ["check", "config", "--syntax-only", "prometheus.yml"], { cwd });
      await run("promtool", ["check", "rules", "rules.yml"], { cwd });
      await run("promtool", ["test", "rules", "rules.test.yml"], { cwd });
    },
  );

  const systemd = hasProgram("systemd-analyze") && existsSync("/usr/bin/node");
  test.skipIf(!systemd)("systemd accepts its unit", async () => {
    const { stderr } = await run("systemd-analyze", ["verify", "--man=no", join(deploy, "systemd/freehold.service")]);
    expect(stderr).toBe("");
  });
});
