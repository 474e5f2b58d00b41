import { randomUUID } from "node:crypto";
import type { NoticeType } from "../../../../resources/account/notices.ts";
import type { Trx } from "../../engines/database/database.ts";

/** What a person is told, and of what it speaks. */
export interface NewNotice {
  readonly type: NoticeType;
  readonly message: string;
  readonly url?: string;
  readonly label?: string;
  readonly teamId?: string;
  readonly invitationId?: string;
}

export interface Notices {
  /** Keeps a notice for one person; the caller tells the person's sockets once it is committed. Returns its id. */
  toPerson(trx: Trx, personId: string, notice: NewNotice): Promise<string>;
}

export const createNotices = (): Notices => ({
  toPerson: async (trx, personId, { type, message, url = "", label = "", teamId = null, invitationId = null }) => {
    const id = randomUUID();
    await trx
      .insertInto("notice")
      .values({ id, type, person_id: personId, team_id: teamId, invitation_id: invitationId, message, url, label })
      .execute();
    return id;
  },
});
