/** Parses the arguments of `freehold`. */
import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";

export const commandNames = ["login", "logout", "whoami", "link", "deploy", "promote", "logs", "list", "open"] as const;
export type CommandName = (typeof commandNames)[number];

const options = {
  host: { type: "string" },
  token: { type: "string" },
  project: { type: "string" },
  create: { type: "boolean" },
  message: { type: "string", short: "m" },
  branch: { type: "string" },
  "no-wait": { type: "boolean" },
  secrets: { type: "boolean" },
  follow: { type: "boolean", short: "f" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

export type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
type OptionName = keyof typeof options;

const everywhere: readonly OptionName[] = ["host", "token", "json", "help"];

interface Shape {
  readonly positional?: string;
  readonly options: readonly OptionName[];
}

/** Arguments of each command, besides the common options. */
const shapes: Record<CommandName, Shape> = {
  login: { positional: "host", options: [] },
  logout: { positional: "host", options: [] },
  whoami: { options: [] },
  link: { options: ["project", "create"] },
  deploy: { positional: "dir", options: ["project", "create", "message", "branch", "no-wait", "secrets"] },
  promote: { positional: "taskId", options: ["project", "branch"] },
  logs: { positional: "taskId", options: ["project", "follow"] },
  list: { options: [] },
  open: { options: ["project"] },
};

export interface Arguments {
  /** Absent if only help or the version is requested. */
  readonly command: CommandName | undefined;
  readonly positional: string | undefined;
  readonly options: Options;
}

/** Throws a Failure for invalid arguments. */
export const parseArguments = (args: readonly string[]): Arguments => {
  const { values, positionals } = parse(args);
  const [name, positional, ...rest] = positionals;
  if (name === undefined) return { command: undefined, positional: undefined, options: values };
  if (!isCommand(name)) throw new Failure(`Unknown command "${name}". Run freehold --help for a list.`, "usage");
  const shape = shapes[name];
  const tooMany = shape.positional === undefined ? positional : rest[0];
  if (tooMany !== undefined)
    throw new Failure(`Unexpected argument "${tooMany}". Run freehold ${name} --help for usage.`, "usage");
  const foreign = Object.keys(values).find(
    (option) => ![...everywhere, ...shape.options].includes(option as OptionName),
  );
  if (foreign !== undefined)
    throw new Failure(`Unknown option --${foreign}. Run freehold ${name} --help for usage.`, "usage");
  return { command: name, positional, options: values };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\. |\n/);
    throw new Failure(`${sentence!.replace(/\.$/, "")}. Run freehold --help for usage.`, "usage");
  }
};

const isCommand = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name);
