/** Roles: named presets of a member's access. Nothing stores a role: a grant that equals a preset has its name. */
import { accessCodes, type AccessCode } from "../../declare/access.ts";
import { choiceOf, fullAccess, type Grant } from "./grants.ts";

/** Sections in which developers work. */
const built: readonly AccessCode[] = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC"];
const seen: readonly AccessCode[] = [...built, "RESOURCE"];

export interface Role extends Grant {
  readonly label: string;
  readonly text: string;
}

export const roles = {
  viewer: {
    label: "Viewer",
    text: "Read-only access to everything except members",
    access: seen,
    levels: Object.fromEntries(seen.map((code) => [code, "read"] as const)),
  },
  developer: {
    label: "Developer",
    text: "Manages sites, storage, gateways, RPC, rollups and AI",
    access: built,
    levels: {},
  },
  billing: {
    label: "Billing",
    text: "Manages the balance, deposits and records",
    access: ["RESOURCE"],
    levels: {},
  },
  admin: {
    label: "Admin",
    text: "Manages all sections, members and the operation log",
    ...fullAccess,
  },
} as const satisfies Readonly<Record<string, Role>>;

export type RoleName = keyof typeof roles;
export const roleNames = Object.keys(roles) as readonly RoleName[];

/** Returns the role whose preset a grant equals; undefined for a custom one. */
export const roleOf = (grant: Grant): RoleName | undefined =>
  roleNames.find((name) => accessCodes.every((code) => choiceOf(roles[name], code) === choiceOf(grant, code)));
