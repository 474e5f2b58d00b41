/** Sign-in inside the messaging app, which authenticates its user. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { signInsPerMinute } from "../limits.ts";
import { authData } from "./session.ts";

/** Maximum length of the app's init data, and its maximum age in seconds. */
const initDataMax = 8192;
export const initDataSeconds = 3600;

export const miniSignIn = defineCall("POST $auth/st-tg", {
  log: "OAUTH_SIGN_IN",
  summary:
    "Signs in the messaging app's user. The body is the raw init data: signed for this server's bot, at most an hour old, and not used before.",
  can: "anyone",
  perMinute: signInsPerMinute,
  text: true,
  secret: true,
  body: z.string().check(z.minLength(1), z.maxLength(initDataMax)),
  reply: authData,
});

export const miniSessionCalls = [miniSignIn];
