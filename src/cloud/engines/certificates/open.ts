import type { Config } from "../../config.ts";
import type { Certificate, CertificateAuthority, Challenges } from "./certificates.ts";

type Settings = Pick<Config, "HTTPS_PORT" | "ACME_DIRECTORY_URL" | "ACME_EMAIL">;

const requestTimeoutMs = 30_000;
/** Polling intervals for the status of an order. */
const pollMs = { backoffMin: 1000, backoffMax: 15_000, backoffAttempts: 15 };
const renewBeforeMs = 30 * 86_400_000;

/** Returns undefined if this server does not serve HTTPS itself. */
export const openCertificates = ({
  HTTPS_PORT,
  ACME_DIRECTORY_URL: directoryUrl,
  ACME_EMAIL: email,
}: Settings): CertificateAuthority | undefined => {
  if (HTTPS_PORT === 0) return undefined;
  return {
    directoryUrl,
    newAccountKey: async () => (await (await loadAcme()).crypto.createPrivateEcdsaKey()).toString(),
    order: async (name, accountKey, challenges) => {
      const { Client, crypto } = await loadAcme();
      const client = new Client({ directoryUrl, accountKey, ...pollMs });
      const [privateKey, csr] = await crypto.createCsr({ altNames: [name] }, await crypto.createPrivateEcdsaKey());
      const chain = await client.auto({
        csr,
        ...(email !== undefined && { email }),
        termsOfServiceAgreed: true,
        challengePriority: ["http-01"],
        // The library's own check would send a request to any host that the name points to.
        skipChallengeVerification: true,
        ...answering(challenges),
      });
      return { chain, privateKey: privateKey.toString(), ...timesOf(crypto.readCertificateInfo(chain)) };
    },
  };
};

/** Loads the ACME library on first use. */
const loadAcme = async () => {
  const acme = await import("acme-client");
  acme.axios.defaults.timeout = requestTimeoutMs;
  return acme;
};

const answering = ({ put, remove }: Challenges) => ({
  challengeCreateFn: (_authorization: unknown, { token }: { token: string }, keyAuthorization: string) =>
    put(token, keyAuthorization),
  challengeRemoveFn: (_authorization: unknown, { token }: { token: string }) => remove(token),
});

/** Renews 30 days before expiry, or after two thirds of a short lifetime. */
const timesOf = ({
  notBefore,
  notAfter,
}: {
  notBefore: Date;
  notAfter: Date;
}): Pick<Certificate, "expiresAt" | "renewAt"> => {
  const lifeMs = notAfter.getTime() - notBefore.getTime();
  return { expiresAt: notAfter, renewAt: new Date(notAfter.getTime() - Math.min(renewBeforeMs, lifeMs / 3)) };
};
