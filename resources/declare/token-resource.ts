/** Common declaration of tokens for programs: shown once, listed by name, deleted. */
import * as z from "zod/mini";
import type { Alias } from "./aliases.ts";
import { date, id, optional, text } from "./fields.ts";
import { authTokenNameMax, authTokensPerTeam } from "../limits.ts";

/** The part of a resource's declaration below one service's base. */
export const tokenResource = <const A extends Alias>(alias: A, hint: string) =>
  ({
    calls: {
      list: `GET ${alias}/user/token/list`,
      create: `POST ${alias}/user/token/new`,
      delete: `DELETE ${alias}/user/token/{id}`,
    },
    replies: { create: z.object({ id: z.string(), token: z.string() }) },
    fields: {
      id: id(),
      name: text("Name", { min: 1, max: authTokenNameMax, hint }),
      usedAt: optional(date("Last used")),
      createdAt: date("Created"),
    },
    create: { fields: ["name"], reveal: "token" },
  }) as const;

/** The same for their list. */
export const tokenList = {
  columns: { name: {}, usedAt: {}, createdAt: {} },
  limit: authTokensPerTeam,
  bulk: ["delete"],
} as const;
