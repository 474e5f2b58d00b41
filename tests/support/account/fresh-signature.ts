/** Ages sessions so that calls declared with `fresh` require a signature, and signs their messages. */
import { sql } from "kysely";
import type { PrivateKeyAccount } from "viem/accounts";
import { messagesToSign, type MessagesToSign } from "../../../resources/account/fresh-signature.ts";
import { freshSignInSeconds } from "../../../resources/limits.ts";
import type { Db } from "../../../src/cloud/engines/database/database.ts";
import type { Answer } from "../server/api.ts";

/** Makes every sign-in too old for a call that needs a fresh one. */
export const ageSignIns = async (db: Db): Promise<void> => {
  await sql`update session set created_at = now() - make_interval(secs => ${freshSignInSeconds})`.execute(db);
};

/** Returns the messages that a refusal asks to sign. */
export const messagesIn = ({ body }: Pick<Answer, "body">): MessagesToSign["messages"] =>
  messagesToSign.parse(body.data).messages;

/** Returns the header for repeating a refused request. */
export const freshlySigned = async (
  refusal: Pick<Answer, "body">,
  wallet: PrivateKeyAccount,
): Promise<Record<string, string>> => {
  const request = messagesIn(refusal).find(({ address }) => address === wallet.address);
  if (!request) throw new Error(`Nothing is to be signed by ${wallet.address}.`);
  return signedHeader(request.nonce, await wallet.signMessage({ message: request.message }));
};

export const signedHeader = (nonce: string, signature: string): Record<string, string> => ({
  "x-fresh-signature": `${nonce} ${signature}`,
});
