/** Signing in inside the messaging app, which vouches for its user. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { signInsPerMinute } from "../limits.ts";
import { authData } from "./session.ts";

/** Longest text by which the messaging app says who opens the mini app, and how old it may be, in seconds. */
const initDataMax = 8192;
export const initDataSeconds = 3600;

export const miniSignIn = defineCall("POST $auth/st-tg", {
  log: "OAUTH_SIGN_IN",
  summary:
    "Signs in whom the messaging app vouches for: the body is its init data as it came, signed for this cloud's bot and an hour old at most.",
  can: "anyone",
  perMinute: signInsPerMinute,
  text: true,
  secret: true,
  body: z.string().check(z.minLength(1), z.maxLength(initDataMax)),
  reply: authData,
});

export const miniSessionCalls = [miniSignIn];
