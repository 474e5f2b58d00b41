/**
 * BNB Greenfield: a bucket owned by the operator. A deployment's files are below <project>/<cid>/, so deployments never
 * change each other. The network's SDK has a license that Freehold can't include (GPL-3.0), so the operator installs it
 * separately.
 */
import { readFile } from "node:fs/promises";
import { PlatformError, type HostingPlatform, type PlatformFile } from "./platforms.ts";

export interface GreenfieldSettings {
  readonly rpcUrl: string;
  readonly chainId: string;
  /** Storage provider that receives and serves the files. */
  readonly spUrl: string;
  readonly bucket: string;
  /** Path of a file with the private key in hexadecimal. */
  readonly keyFile: string;
}

interface Answer {
  readonly code: number;
  readonly message?: string;
}

/** The used part of the SDK's `client.object`. */
export interface GreenfieldObjects {
  headObject(bucket: string, name: string): Promise<unknown>;
  delegateUploadObject(request: object, auth: { type: "ECDSA"; privateKey: string }): Promise<Answer>;
}

const sdk = "@bnb-chain/greenfield-js-sdk";
/** VISIBILITY_TYPE_PUBLIC_READ of the SDK. */
const publicRead = 1;

export const createGreenfield = (
  { bucket, spUrl }: Pick<GreenfieldSettings, "bucket" | "spUrl">,
  objects: GreenfieldObjects,
  privateKey: string,
): HostingPlatform => ({
  publish: async ({ label, cid, files }, { say, signal }) => {
    const folder = `${label}/${cid}/`;
    say(`Uploading ${files.length} files to bucket ${bucket}.`);
    for (const file of files) {
      signal.throwIfAborted();
      await send({ objects, bucket, privateKey, spUrl }, folder + file.path, file);
    }
    const object = `${folder}index.html`;
    return { address: `${spUrl.replace(/\/$/, "")}/view/${bucket}/${object}`, facts: { bucket, object } };
  },
});

/**
 * Stores an object. An existing one comes from an earlier attempt and has the same bytes, because its name contains the
 * CID.
 */
const send = async (
  {
    objects,
    bucket,
    privateKey,
    spUrl,
  }: { objects: GreenfieldObjects; bucket: string; privateKey: string; spUrl: string },
  name: string,
  file: PlatformFile,
): Promise<void> => {
  const exists = await objects.headObject(bucket, name).then(
    () => true,
    () => false,
  );
  if (exists) return;
  const body = { name, type: file.contentType, size: file.sizeBytes, content: Buffer.from(await file.read()) };
  const request = {
    bucketName: bucket,
    objectName: name,
    body,
    contentType: file.contentType,
    endpoint: spUrl,
    delegatedOpts: { visibility: publicRead },
  };
  const refused = (reason: string) => new PlatformError(`BNB Greenfield did not take ${file.path}: ${reason}`);
  const answer = await objects.delegateUploadObject(request, { type: "ECDSA", privateKey }).catch((error: unknown) => {
    throw refused((error as Error).message);
  });
  if (answer.code !== 0) throw refused(answer.message ?? `code ${answer.code}`);
};

/** Throws one sentence if the SDK is not installed or the key can't be read. */
export const connectGreenfield = async (settings: GreenfieldSettings): Promise<HostingPlatform> => {
  const { Client } = await (import(sdk) as Promise<{ Client: { create(rpc: string, chain: string): Client } }>).catch(
    () => {
      throw new Error(`BNB Greenfield requires its SDK. Run npm install --no-save ${sdk}`);
    },
  );
  const key = await readFile(settings.keyFile, "utf8").catch(() => {
    throw new Error(`GREENFIELD_KEY_FILE: can't read ${settings.keyFile}.`);
  });
  return createGreenfield(settings, Client.create(settings.rpcUrl, settings.chainId).object, key.trim());
};

interface Client {
  readonly object: GreenfieldObjects;
}
