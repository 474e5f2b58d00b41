import { replaceEqualDeep } from "@tanstack/react-query";

/** Replaces lodash's isEqual in Refine core, which compares plain values. */
const isEqual = (one: unknown, other: unknown): boolean => replaceEqualDeep(one, other) === one;

export default isEqual;
