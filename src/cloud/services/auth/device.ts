import type { Context } from "../route.ts";

/** By what a session is used, as its requests say. */
export interface Device {
  readonly userAgent: string;
  readonly ip: string;
}

export const deviceOf = ({ headers, ip }: Pick<Context, "headers" | "ip">): Device => ({
  userAgent: headers["user-agent"] ?? "",
  ip,
});
