import { useState } from "react";
import { inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import { inviteHistory } from "../../../../resources/boost/node-calls.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { formatPointsChange, formatPointsExactly } from "../../lib/format/points.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { nodeName } from "../boost-frame/node-name.ts";
import { Row, Rows } from "../boost-frame/panel.tsx";

/** The user's invitees and the 5% share of their points. */
export const InvitedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const invited = useCall(inviteHistory, { query: { page, size: pageSizeDefault } });
  return (
    <Dialog title="Invited friends" width={600} onClose={onClose}>
      <BoostData of={invited} rows={6}>
        {({ content, total }) =>
          content.length === 0 ? (
            <Nothing icon="users" title="No friends yet" text="Share your link. Friends who join appear here." />
          ) : (
            <>
              <Rows>
                {content.map(({ address, createdAt, points, counted, collectDays }) => (
                  <Row
                    key={`${address} ${createdAt}`}
                    icon={<Avatar seed={address ?? String(createdAt)} size={36} />}
                    title={nodeName(address)}
                    text={`Joined ${formatMoment(createdAt)} · ${stateText(counted, collectDays)}`}
                    trailing={<span title={`${formatPointsExactly(points)} points`}>{formatPointsChange(points)}</span>}
                  />
                ))}
              </Rows>
              <Pagination page={page} pageSize={pageSizeDefault} total={total} onPage={setPage} />
            </>
          )
        }
      </BoostData>
    </Dialog>
  );
};

const stateText = (counted: boolean, collectDays: number): string =>
  counted ? "Counts" : `Pending: collected on ${collectDays} of ${inviteeCollectDays} days`;
