/**
 * Protects calls declared with `fresh` from a hijacked session: they require a sign-in within the last minutes, or a
 * wallet signature over the declared statement. Otherwise the call fails with 428, FRESH_SIGNATURE_REQUIRED.
 */
import * as z from "zod/mini";

/** Request header: the message's nonce, a space, and the signature (0x…). */
export const freshSignatureHeader = "x-fresh-signature";

/** `data` of the error: one EIP-4361 message for each of the user's wallets, valid for five minutes and one call. */
export const messagesToSign = z.object({
  messages: z.array(z.object({ address: z.string(), nonce: z.string(), message: z.string() })),
});
export type MessagesToSign = z.output<typeof messagesToSign>;

/** Returns the declared statement with the body's fields filled in, limited to characters that EIP-4361 allows. */
export const statementOf = (fresh: string, body: unknown): string =>
  fresh.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((body as Readonly<Record<string, unknown>>)[name]).replace(/[^ -~]/g, "?"),
  );
