/** What a person shows of themselves: name and picture. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { avatarBytesMax, usernameMax } from "../limits.ts";

/** Neither control characters nor line breaks, nor those that turn the direction of the text around it. */
const printable = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

export const username = z
  .string("Name is required.")
  .check(
    z.trim(),
    z.minLength(1, "Name is required."),
    z.maxLength(usernameMax, `Name: ${usernameMax} characters at most.`),
    z.regex(printable, "Name: letters, digits, spaces and signs only, in one line."),
  );

const base64LengthMax = 4 * Math.ceil(avatarBytesMax / 3);

export const editProfile = defineCall("PUT $auth/user/profile", {
  summary: "Names the person, and the person's own team.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  perMinute: 30,
  body: z.object({ username }),
  reply: z.null(),
});

export const setAvatar = defineCall("PUT $auth/user/avatar", {
  summary: "Sets the person's picture: PNG, JPEG, WebP or GIF in base64, at most 256 KB.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  perMinute: 20,
  body: z.object({
    image: z.string().check(z.maxLength(base64LengthMax, "The picture is too large."), z.regex(/^[A-Za-z0-9+/]+=*$/)),
  }),
  reply: z.object({ avatar: z.string() }),
});

export const removeAvatar = defineCall("DELETE $auth/user/avatar", {
  summary: "Removes the picture; one drawn from the address stands in its place.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  reply: z.null(),
});

export const profileCalls = [editProfile, setAvatar, removeAvatar];
