/** Unsupported bucket settings: reading returns "not configured", setting fails, deleting does nothing. */
import { sendEmpty, sendXml } from "../answer.ts";
import { S3Error, type S3Code } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import type { Operation } from "./operation.ts";

const missing: Readonly<Record<string, S3Code>> = {
  encryption: "ServerSideEncryptionConfigurationNotFoundError",
  replication: "ReplicationConfigurationNotFoundError",
  tagging: "NoSuchTagSet",
  website: "NoSuchWebsiteConfiguration",
};

/** Settings with an empty document as response. */
const empty: Readonly<Record<string, string>> = {
  accelerate: "AccelerateConfiguration",
  logging: "BucketLoggingStatus",
  notification: "NotificationConfiguration",
};

const refuse = async (): Promise<void> => {
  throw new S3Error("NotImplemented");
};

const manage = (run: Operation["run"]): Operation => ({ name: "NotConfigured", right: "manage", run });

export const notConfigured: readonly (readonly [string, Operation])[] = [
  ...Object.entries(missing).flatMap(([name, code]): [string, Operation][] => [
    [
      `GET ${name}`,
      manage(async () => {
        throw new S3Error(code);
      }),
    ],
    [`PUT ${name}`, manage(refuse)],
    [`DELETE ${name}`, manage(async (exchange: BucketExchange) => sendEmpty(exchange, 204))],
  ]),
  ...Object.entries(empty).flatMap(([name, element]): [string, Operation][] => [
    [`GET ${name}`, { name: "NotConfigured", right: "look", run: async (exchange) => sendXml(exchange, element, "") }],
    [`PUT ${name}`, manage(refuse)],
  ]),
  [
    "GET requestPayment",
    {
      name: "GetBucketRequestPayment",
      right: "look",
      run: async (exchange) => sendXml(exchange, "RequestPaymentConfiguration", { Payer: "BucketOwner" }),
    },
  ],
];
