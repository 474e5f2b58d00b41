import type { Context } from "../../kernel/calls/route.ts";

/** The client of a session, as its requests report it. */
export interface Device {
  readonly userAgent: string;
  readonly ip: string;
}

export const deviceOf = ({ headers, ip }: Pick<Context, "headers" | "ip">): Device => ({
  userAgent: headers["user-agent"] ?? "",
  ip,
});
