/** Calls about pins other than their list, loaded only by their page. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { pinNameMax } from "./pin-limits.ts";
import { pins } from "./pins.ts";

export const uploadCar = defineCall("POST $pinning/user/car", {
  summary: "Imports the CAR file in the request body. Every block is verified and each root is pinned.",
  can: ["create", "pins"],
  log: "PINNING_SERVICE_UPLOAD_CAR",
  query: z.object({ name: z.optional(z.string().check(z.maxLength(pinNameMax))) }),
  stream: true,
  reply: z.object({ list: z.array(pins.schema) }),
});

export const pinningConnection = defineCall("GET $pinning/user/connection", {
  summary:
    "Returns the endpoint of the IPFS Pinning Service API and whether this server is connected to the public network.",
  can: ["list", "pins"],
  reply: z.object({
    endpoint: z.string(),
    /** Whether content of the public network can be fetched. */
    connected: z.boolean(),
  }),
});

export const pinVisibility = defineCall("GET $pinning/user/visibility", {
  summary: "Returns whether pinning a CID would publish the team's private content.",
  can: ["create", "pins"],
  query: z.object({ cid: z.string().check(z.maxLength(200)) }),
  reply: z.object({ isPrivate: z.boolean() }),
});

export const pinningToken = defineCall("GET $pinning/user/ipfs-pinning-service/token", {
  summary: "Returns the prefix of your IPFS Pinning Service API token, or null if none exists.",
  can: ["list", "pins"],
  reply: z.object({
    accessToken: z.nullable(z.string()),
    createdAt: z.optional(z.int()),
    usedAt: z.optional(z.int()),
  }),
});

export const resetPinningToken = defineCall("POST $pinning/user/ipfs-pinning-service/token", {
  summary: "Creates a new token and revokes the previous one. The token is returned only in this response.",
  can: ["edit", "pins"],
  log: "PINNING_SERVICE_RESET_TOKEN",
  reply: z.object({ accessToken: z.string() }),
});

export const pinCalls = [uploadCar, pinningConnection, pinVisibility, pinningToken, resetPinningToken];
