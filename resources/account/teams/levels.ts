/** Access level of a member in a section: read-only or manage. */
import * as z from "zod/mini";
import { accessCodes, type AccessCode } from "../../declare/access.ts";

const accessLevels = ["read", "manage"] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Sections not listed here have manage access. */
export type Levels = Readonly<Partial<Record<AccessCode, AccessLevel>>>;

export const levels = z.partialRecord(z.enum(accessCodes), z.enum(accessLevels));
