import { registrationDomain, registrationTypes } from "../../../../resources/account/activation.ts";
import { AppError } from "../../app-error.ts";
import type { Evm } from "../../engines/evm/evm.ts";

/**
 * Returns the registrar's EIP-712 signature over a user's wallet, valid on that chain only. Throws NOT_FOUND for a
 * chain without registrations.
 */
export const signRegistration = async (
  evm: Pick<Evm, "find">,
  key: string,
  registered: { readonly account: string; readonly uid: string },
): Promise<string> => {
  const chain = evm.find(key);
  const verifyingContract = chain?.contracts.registration;
  if (!chain || !verifyingContract) throw new AppError("NOT_FOUND");
  const registrar = await chain.signer("registrar");
  const types = { Register: [...registrationTypes.Register] };
  return registrar.signTypedData(
    { ...registrationDomain, chainId: chain.chainId, verifyingContract },
    types,
    registered,
  );
};
