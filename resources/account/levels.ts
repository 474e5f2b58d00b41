/** How far a member may go in a section that the access list opens: look only, or also change. */
import * as z from "zod/mini";
import { accessCodes, type AccessCode } from "../access.ts";

const accessLevels = ["read", "manage"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** A section that is not named here is managed. */
export type Levels = Readonly<Partial<Record<AccessCode, AccessLevel>>>;

export const levels = z.partialRecord(z.enum(accessCodes), z.enum(accessLevels));
