import { uuidPattern } from "../../../resources/declare/patterns.ts";
import { AppError } from "./app-error.ts";

const uuid = new RegExp(uuidPattern, "i");

/** Returns whether a path segment is a valid ID; the database rejects others. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Returns the ID of a path segment. Throws NOT_FOUND for text that is none. */
export const uuidOf = (text: string): string => {
  if (!isUuid(text)) throw new AppError("NOT_FOUND");
  return text;
};
