import { Signature, verifyMessage } from "ethers";

/**
 * Returns the lowercase address whose key signed a message (EIP-191); undefined without a valid signature. Accepts 65
 * bytes that end in 27, 28, 0 or 1, the compact 64 (EIP-2098), and none of the other formats that ethers parses.
 */
export const messageSigner = (message: string | Uint8Array, signature: string): string | undefined => {
  if (!keySignature.test(signature)) return undefined;
  try {
    return verifyMessage(message, Signature.from(signature).getCanonical()).toLowerCase();
  } catch {
    return undefined; // No curve point.
  }
};

const keySignature = /^0x[0-9a-f]{128}(00|01|1b|1c)?$/i;
