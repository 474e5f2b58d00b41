import { dailySignLand } from "../../../../resources/boost/limits.ts";
import { dailySign, nextOfTask } from "../../../../resources/boost/tasks/task-calls.ts";
import { dayOf, dayStart } from "../../../../resources/boost/tasks/task-limits.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { loadNode, useNode, serverNow } from "../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/states/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./daily-sign.module.css";
import { Balance, confirmLand, lacksLand, priceLabel, spendLabel, useLand } from "./price.tsx";

type Days = Reply<typeof dailySign>;

/** Daily sign-in: free, or with LAND for a rate that grows with the streak. */
export const DailySign = () => {
  const isOut = useNode().name === "out";
  const days = useCall(dailySign);
  return (
    <Panel
      title="Daily sign-in"
      text="Raises your rate until the end of the next day (UTC). Miss a day and your streak resets."
    >
      {isOut ? (
        <SignedOut icon="check" title="Earn more every day" text="Connect your wallet and sign in daily for free." />
      ) : (
        <BoostData of={days} rows={2}>
          {(value) => <Week days={value} reload={days.reload} />}
        </BoostData>
      )}
    </Panel>
  );
};

const Week = ({ days, reload }: { readonly days: Days; readonly reload: () => void }) => {
  const { land, isShort, reload: reloadLand, onError } = useLand();
  const { act, running } = useAct(nextOfTask, {
    onError,
    onDone: async ({ message }) => {
      boostToast("success", message ?? "Signed in for today");
      reload();
      reloadLand();
      await loadNode();
    },
  });
  const { day, signedToday, claimedToday, items, calendar } = days;
  const today = items.find((item) => item.day === (signedToday ? day : day + 1));
  const busy = (running?.body as { readonly payment?: "FREE" | "LAND" } | undefined)?.payment;
  const sign = (payment: "FREE" | "LAND") => act({ params: { id: days.actId }, body: { payment } });
  const signWithLand = async (rate: number): Promise<void> => {
    const price = priceLabel(dailySignLand);
    const text = `This spends ${price} for +${rate} points/h until the end of tomorrow (UTC).`;
    if (await confirmLand({ title: "Sign in with LAND?", text, ok: spendLabel(dailySignLand) })) await sign("LAND");
  };
  return (
    <>
      <Streak days={day} signedToday={signedToday} />
      <ol className={styles.days}>
        {items.map((item) => (
          <li
            key={item.day}
            className={classNames(item.done && styles.done, item === today && styles.today)}
            aria-current={item === today ? "date" : undefined}
          >
            <small>Day {item.day}</small>
            <b>+{item.payment === "LAND" ? item.rate : item.freeRate}</b>
            {item.done ? <Icon name="check" size={16} /> : <small aria-hidden="true">LAND: +{item.rate}</small>}
            <span className="fh-hidden">
              {item.done ? "points per hour, signed in" : `points per hour free, +${item.rate} with LAND`}
            </span>
          </li>
        ))}
      </ol>
      {today && !claimedToday && (
        <div className={styles.ways}>
          {!signedToday && (
            <Button size="large" busy={busy === "FREE"} disabled={busy !== undefined} onClick={() => void sign("FREE")}>
              {`Free: +${today.freeRate}/h`}
            </Button>
          )}
          <Button
            kind="primary"
            size="large"
            busy={busy === "LAND"}
            disabled={busy !== undefined || lacksLand(land, dailySignLand)}
            onClick={() => void signWithLand(today.rate)}
          >
            {`${signedToday ? "Raise to" : ""} +${today.rate}/h for ${priceLabel(today.land)}`.trim()}
          </Button>
        </div>
      )}
      {claimedToday ? (
        <NextDay nextAt={days.nextAt} onDay={reload} />
      ) : (
        <Balance price={dailySignLand} land={land} isShort={isShort} onCredited={reloadLand} />
      )}
      <Calendar signed={calendar} />
    </>
  );
};

/** The number of consecutive days, with a flame that burns once today is signed. */
const Streak = ({ days, signedToday }: { readonly days: number; readonly signedToday: boolean }) => (
  <p className={classNames(styles.streak, signedToday && styles.burning)}>
    <svg viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
      <path d="M10.6 1.8c.5 3.2 4.9 4.7 4.9 9.6a5.5 5.5 0 0 1-11 0c0-2 .9-3.3 2-4.3.2 1.3.8 2 1.5 2.3C7.8 6.3 8.7 3.6 10.6 1.8z" />
    </svg>
    {days === 0 ? (
      "Sign in today to start a streak."
    ) : (
      <>
        <strong>{countOf(days, "day")} in a row</strong>
        {!signedToday && <span>Sign in today to keep it.</span>}
      </>
    )}
  </p>
);

/** The last five weeks, Monday to Sunday, with the signed days marked. Days are UTC. */
const Calendar = ({ signed }: { readonly signed: readonly number[] }) => {
  const today = dayOf(serverNow());
  const weekday = (today + 3) % 7;
  const first = today - weekday - 28;
  const done = new Set(signed.map(dayOf));
  const inView = [...done].filter((day) => day >= first).length;
  return (
    <div
      className={styles.calendar}
      role="img"
      aria-label={`Signed in on ${countOf(inView, "day")} of the last five weeks`}
    >
      {["M", "T", "W", "T", "F", "S", "S"].map((name, at) => (
        <small key={at}>{name}</small>
      ))}
      {Array.from({ length: 29 + weekday }, (_, at) => first + at).map((day) => (
        <span
          key={day}
          title={done.has(day) ? "Signed in" : undefined}
          className={classNames(done.has(day) && styles.signed, day === today && styles.now)}
        >
          {new Date(dayStart(day) * 1000).getUTCDate()}
        </span>
      ))}
    </div>
  );
};

interface NextDayProps {
  /** Unix seconds of the server. */
  readonly nextAt: number;
  readonly onDay: () => void;
}

/** Signed for today: how long until the next day. */
const NextDay = ({ nextAt, onDay }: NextDayProps) => (
  <p className={styles.next}>
    Signed in for today. Next sign-in in <Countdown endsAtSeconds={nextAt - aheadSeconds()} onTimeOver={onDay} />
  </p>
);

/** The server's clock minus this one: the countdown uses the local clock. */
const aheadSeconds = (): number => serverNow() - Math.floor(Date.now() / 1000);
