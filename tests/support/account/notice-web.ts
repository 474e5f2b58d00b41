import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import type { Notice } from "../../../resources/account/notices.ts";
import type { Row } from "../../../resources/declare/define.ts";
import type { notices as resource } from "../../../resources/operator/notices.ts";
import type { NewNotice } from "../../../src/cloud/account/notices/service.ts";
import { recordingSocket } from "../server/socket.ts";
import type { User } from "./team-web.ts";
import { testWeb } from "../server/web.ts";

type Published = Row<typeof resource>;

export const inAnHour = Math.floor(Date.now() / 1000) + 3600;

/** Runs the HTTP side of a server with an operator, whose users receive and read notices. */
export const noticeWeb = async () => {
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const web = await testWeb({ settings: { OPERATORS: operatorKey.address } });
  const operator = await web.signIn(operatorKey);

  const asOperator = (line: string, body?: unknown, by: User = operator) =>
    web.call(line, { token: by.accessToken, ...(body !== undefined && { body }) });
  const publish = async (notice: object): Promise<Published> => {
    const { status, body } = await asOperator("POST /api/auth/operator/notices", { type: "NORMAL", ...notice });
    expect(status, body.message).toBe(200);
    return body.data;
  };
  const broadcastOf = async ({ accessToken }: User): Promise<Notice[]> =>
    (await web.call("GET /api/auth/broadcast", { token: accessToken })).body.data;
  const tell = (user: User, notice: Partial<NewNotice> = {}): Promise<string> =>
    web.database.db
      .transaction()
      .execute((trx) => web.notices.create(trx, user.userId, { type: "NORMAL", message: "For you", ...notice }));

  /** Opens a user's socket; `next` resolves when it receives notices from then on. */
  const listen = async ({ accessToken }: User) => {
    const { socket } = await recordingSocket(web.url, accessToken);
    return { next: () => new Promise<void>((resolve) => socket.once("broadcast", () => resolve())) };
  };
  return { web, operator, asOperator, publish, broadcastOf, tell, listen };
};
