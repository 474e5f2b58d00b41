/** A user's public profile: name and avatar. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form } from "../declare/fields.ts";
import { avatarBytesMax, largeBodyBytesMax, usernameMax } from "../limits.ts";

/** No control characters, line breaks or text-direction characters. */
const printable = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u;

/** A name, or nothing. */
export const optionalName = z
  .string("Name is required.")
  .check(
    z.trim(),
    z.maxLength(usernameMax, `Names can have at most ${usernameMax} characters.`),
    z.regex(printable, "Names can contain letters, digits, spaces and symbols, in one line."),
  );

export const username = optionalName.check(z.minLength(1, "Name is required."));

const base64LengthMax = 4 * Math.ceil(avatarBytesMax / 3);

export const editProfile = defineCall("PUT $auth/user/profile", {
  summary: "Sets the name of the user, and of the user's own team if that has no other name.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  perMinute: 30,
  body: form({ username: { label: "Name", as: "text", schema: username } }),
  reply: z.null(),
});

export const setAvatar = defineCall("PUT $auth/user/avatar", {
  summary: "Sets the user's avatar: PNG, JPEG, WebP or GIF in base64, at most 256 KB.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  perMinute: 20,
  bodyBytesMax: largeBodyBytesMax,
  body: z.object({
    image: z.string().check(z.maxLength(base64LengthMax, "The image is too large."), z.regex(/^[A-Za-z0-9+/]+=*$/)),
  }),
  reply: z.object({ avatar: z.string() }),
});

export const removeAvatar = defineCall("DELETE $auth/user/avatar", {
  summary: "Removes the avatar. An image generated from the address replaces it.",
  can: "person",
  log: "OAUTH_EDIT_PROFILE",
  reply: z.null(),
});

export const profileCalls = [editProfile, setAvatar, removeAvatar];
