/** How users are reached: notices and emails. */
import { defineModule } from "../kernel/module.ts";
import { mailRoutes } from "./email/mailbox-routes.ts";
import { createMail } from "./email/service.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { createNotices } from "./notices/service.ts";

export const contact = defineModule({
  name: "account.contact",
  create: ({ engines, log }) => {
    const mail = createMail(engines, log);
    const notices = createNotices(engines);
    return {
      api: { mail, notices },
      routes: [...mailRoutes(mail), ...noticeRoutes(notices)],
      jobs: [mail],
      duties: [...notices.duties, ...mail.duties],
    };
  },
});
