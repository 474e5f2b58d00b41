/**
 * Modules: the parts of the server. Each names the modules it needs, what others may call, the calls it handles, and what it runs in the
 * background. `buildModules` creates them in the order of their needs, and starts and closes them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Migration } from "kysely/migration";
import type { Logger } from "pino";
import type { CallSpec, Resource } from "../../../resources/declare/define.ts";
import type { Config } from "../config.ts";
import type { Engines } from "../engines/engines.ts";
import type { Route } from "./calls/route.ts";
import type { Closers } from "../lib/closers.ts";
import type { Duty, Wake } from "./duties.ts";
import { createEvents, type Events } from "./events.ts";
import type { Limits } from "./limits/limits.ts";
import type { SealedColumn } from "../engines/database/encryption.ts";

/** What every module is given. */
export interface Ground {
  readonly engines: Engines;
  readonly config: Config;
  readonly log: Logger;
  readonly limits: Limits;
  readonly events: Events;
  readonly docsDir: string;
  readonly templatesDir: string;
  /** Public address of a host label, without a path. Unknown before the server listens. */
  siteUrl(label: string): string;
  /** URL of the dashboard, without a trailing slash. Unknown before the server listens. */
  dashboardUrl(): string;
  readonly wake: Wake;
  /** What the modules answer besides the declared calls; complete once the process serves. */
  mounted(): readonly Mounted[];
}

/** Job queues of a module. */
export interface Queues {
  /** Creates the queues, in every process and before anything is sent. */
  define(): Promise<void>;
  /** Runs the jobs from now on, in workers. */
  work(): Promise<void>;
}

/** The web application before it listens, where modules handle protocols other than declared calls. */
export interface Web {
  readonly app: FastifyInstance;
  readonly underWay: {
    /** Counts work other than requests that a client waits for. */
    during<T>(route: string, work: Promise<T>): Promise<T>;
    /** Called once, when the server starts to drain. */
    onDrain(listener: () => void): void;
  };
  /** Reports an internal error. */
  onFault(error: unknown): void;
}

/** Handles whole requests before the application sees them: another protocol, or user content. */
export interface Front {
  /** Its name in logs, traces and metrics. */
  readonly name: string;
  /** Its hosts and paths, for operators. */
  readonly addresses: readonly string[];
  /** Whether a host is its own. Of two modules, the later one in modules.ts decides first: the gateway takes all hosts that are left. */
  servesHost?(host: string): boolean;
  /** Whether a path is its own, on hosts that no front has. */
  servesPath?(url: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** `all`: it sets every header of its responses. By default, those of content are set first. */
  readonly headers?: "all";
  /** Whether its responses can be scripts of users. On the dashboard's own host, browsers get them as text. */
  readonly hasScripts?: boolean;
  /** Whether it requests the body itself (`Expect: 100-continue`), so that clients need not send one that it rejects. */
  readonly asksForBody?: boolean;
  /** Whether processes with ROLE=gateway serve it too. */
  readonly isForGateways?: boolean;
}

/** Something that this process answers besides the declared calls. */
export interface Mounted {
  /** A host, or a path. */
  readonly address: string;
  /** Name of the module. */
  readonly module: string;
}

export interface Parts<Api> {
  /** What other modules may call. */
  readonly api?: Api;
  /** Handlers of declared calls. */
  readonly routes?: readonly Route[];
  /** Registers handlers of other protocols and documents, in processes with ROLE=web. */
  http?(web: Web): void;
  readonly fronts?: readonly Front[];
  readonly jobs?: readonly Queues[];
  readonly duties?: readonly Duty[];
  /** Columns sealed by SECRET_KEY, so that another key can replace it. */
  readonly sealed?: readonly SealedColumn[];
  /** Runs in every process before it serves or works. */
  start?(): Promise<void>;
  /** Runs before the first request in processes that serve HTTP. */
  serve?(): Promise<void>;
  /** Runs once the server listens on `port`, in processes with ROLE=web. */
  listening?(port: number): Promise<void>;
  /** Rejects while the module can't do its work. /readyz names such modules. */
  ready?(): Promise<void>;
  /** Modules close in reverse order, after the last request. */
  close?(): Promise<void> | void;
}

/** Returns the API of a module that was created before. */
export type ApiOf = <Api>(module: Module<Api>) => Api;

/**
 * What an installed module declares with itself. The dashboard is built with the declarations of all others, so those are in resources/ and
 * migrations/.
 */
export interface Brought {
  readonly resources?: readonly Resource[];
  /** Calls other than the resources' verbs and actions. */
  readonly calls?: readonly CallSpec[];
  /** Migrations of the module's tables, run once each in the order of their names: `{ "001-create": { up } }`. */
  readonly migrations?: Readonly<Record<string, Migration>>;
}

export interface Module<Api = unknown> extends Brought {
  readonly name: string;
  readonly needs: readonly Module[];
  build(ground: Ground, apiOf: ApiOf): Parts<Api>;
}

type Needs = Readonly<Record<string, Module>>;
type ApisOf<N extends Needs> = { readonly [Key in keyof N]: N[Key] extends Module<infer Api> ? Api : never };

/** Declares a module. `needs` holds the modules themselves, so `create` receives their APIs with types. */
export const defineModule = <Api, N extends Needs = Record<never, Module>>({
  needs: named,
  create,
  ...spec
}: Brought & {
  /** Capability and part: "billing.meter". */
  readonly name: string;
  readonly needs?: N;
  create(ground: Ground, needs: ApisOf<N>): Parts<Api>;
}): Module<Api> => ({
  ...spec,
  needs: Object.values(named ?? {}),
  build: (ground, apiOf) => {
    const apis = Object.entries(named ?? {}).map(([key, module]) => [key, apiOf(module)]);
    return create(ground, Object.fromEntries(apis) as ApisOf<N>);
  },
});

/** Each module after those it needs. Throws for two modules with one name, a need that is not listed, and a circle of needs. */
export const inOrder = (modules: readonly Module[]): readonly Module[] => {
  const ordered = new Map<string, Module>();
  const visit = (module: Module, path: readonly string[]): void => {
    const { name, needs } = module;
    if (path.includes(name)) throw new Error(`Modules need each other: ${[...path, name].join(" → ")}.`);
    if (!modules.includes(module)) throw new Error(`"${path.at(-1)}" needs "${name}", which is not listed.`);
    const same = ordered.get(name);
    if (same === module) return;
    if (same) throw new Error(`Two modules are called "${name}".`);
    for (const need of needs) visit(need, [...path, name]);
    ordered.set(name, module);
  };
  for (const module of modules) visit(module, []);
  return [...ordered.values()];
};

export interface Built {
  readonly apiOf: ApiOf;
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
  readonly sealed: readonly SealedColumn[];
  /** The checks of modules that have one, by the module's name. */
  readonly ready: Readonly<Record<string, () => Promise<void>>>;
  /** Registers the modules' handlers of other protocols. */
  http(web: Web): void;
  /** Those that decide first come first. */
  readonly fronts: readonly Front[];
  mounted(): readonly Mounted[];
  /** Defines all queues and starts the modules. Each leaves its `close` to the closers. */
  start(closers: Closers): Promise<void>;
  serve(): Promise<void>;
  listening(port: number): Promise<void>;
  work(): Promise<void>;
}

/** Creates the modules, each after those it needs. */
export const buildModules = (modules: readonly Module[], given: Omit<Ground, "events" | "mounted">): Built => {
  const mounted = new Map<string, Mounted>();
  const mount = (module: string, address: string): void => void mounted.set(address, { address, module });
  const ground: Ground = { ...given, events: createEvents(), mounted: () => [...mounted.values()] };
  const built = new Map<Module, Parts<unknown>>();
  const apiOf: ApiOf = (module) => built.get(module)!.api as never;
  for (const module of inOrder(modules)) built.set(module, module.build(ground, apiOf));
  const parts = [...built].map(([{ name }, made]) => ({ name, ...made }));
  const jobs = parts.flatMap((part) => part.jobs ?? []);
  for (const { name, fronts = [] } of parts)
    for (const { addresses } of fronts) for (const address of addresses) mount(name, address);
  return {
    apiOf,
    routes: parts.flatMap((part) => part.routes ?? []),
    duties: parts.flatMap((part) => part.duties ?? []),
    sealed: parts.flatMap((part) => part.sealed ?? []),
    ready: Object.fromEntries(parts.flatMap(({ name, ready }) => (ready ? [[name, ready]] : []))),
    http: (web) => {
      for (const { name, http } of parts)
        if (http)
          web.app.register(async (app) => {
            app.addHook("onRoute", ({ url }) => mount(name, url));
            http({ ...web, app });
          });
    },
    fronts: parts.flatMap(({ fronts = [] }) => fronts).toReversed(),
    mounted: ground.mounted,
    start: async (closers) => {
      for (const { name, close } of parts) if (close) closers.add(name, async () => close());
      for (const queues of jobs) await queues.define();
      for (const { start } of parts) await start?.();
    },
    serve: async () => {
      for (const { serve } of parts) await serve?.();
    },
    listening: async (port) => {
      for (const { listening } of parts) await listening?.(port);
    },
    work: async () => {
      for (const queues of jobs) await queues.work();
    },
  };
};
