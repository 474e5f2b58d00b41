/** What is asked of pins beside their list; imported by their own screen only. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { pinNameMax } from "./pin-limits.ts";
import { pins } from "./pins.ts";

export const replacePin = defineCall("POST $pinning/user/pins/{id}", {
  summary: "Replaces a pin by one of another CID. What both have in common is not fetched or deleted in between.",
  can: ["edit", "pins"],
  log: "PINNING_SERVICE_REPLACE_PIN",
  body: z.object({ cid: pins.fields.cid.schema, name: pins.fields.name.schema }),
  reply: pins.schema,
});

export const uploadCar = defineCall("POST $pinning/user/car", {
  summary: "Takes a CAR in: every block is checked, and each root becomes a pin. The body is the CAR.",
  can: ["create", "pins"],
  log: "PINNING_SERVICE_UPLOAD_CAR",
  query: z.object({ name: z.optional(z.string().check(z.maxLength(pinNameMax))) }),
  stream: true,
  reply: z.object({ list: z.array(pins.schema) }),
});

export const pinningConnection = defineCall("GET $pinning/user/connection", {
  summary: "Where the IPFS Pinning Service API stands, and whether this cloud reaches the public network.",
  can: ["list", "pins"],
  reply: z.object({
    endpoint: z.string(),
    /** Content of the public network can be fetched. */
    connected: z.boolean(),
  }),
});

export const pinningToken = defineCall("GET $pinning/user/ipfs-pinning-service/token", {
  summary: "How your token for the IPFS Pinning Service API begins; null while there is none.",
  can: ["list", "pins"],
  reply: z.object({
    accessToken: z.nullable(z.string()),
    createdAt: z.optional(z.int()),
    usedAt: z.optional(z.int()),
  }),
});

export const resetPinningToken = defineCall("POST $pinning/user/ipfs-pinning-service/token", {
  summary: "Makes your token anew: the answer is the only place where it stands, and the old one stops working.",
  can: ["edit", "pins"],
  log: "PINNING_SERVICE_RESET_TOKEN",
  reply: z.object({ accessToken: z.string() }),
});

export const pinCalls = [replacePin, uploadCar, pinningConnection, pinningToken, resetPinningToken];
