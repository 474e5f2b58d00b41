/** The field words as installed modules use them. */
import { recorded } from "./field-origin.ts";
import * as fields from "./fields.ts";

export const bytes = recorded("bytes", fields.bytes);
export const choice = recorded("choice", fields.choice);
export const choices = recorded("choices", fields.choices);
export const code = recorded("code", fields.code);
export const count = recorded("count", fields.count);
export const date = recorded("date", fields.date);
export const duration = recorded("duration", fields.duration);
export const email = recorded("email", fields.email);
export const form = recorded("form", fields.form);
export const id = recorded("id", fields.id);
export const land = recorded("land", fields.land);
export const lines = recorded("lines", fields.lines);
export const link = recorded("link", fields.link);
export const optional = recorded("optional", fields.optional);
export const secret = recorded("secret", fields.secret);
export const status = recorded("status", fields.status);
export const text = recorded("text", fields.text);
export const textarea = recorded("textarea", fields.textarea);
export const toggle = recorded("toggle", fields.toggle);
export const withDefault = recorded("withDefault", fields.withDefault);
