import { voucherCodeMax } from "../../../../../resources/billing/voucher-gifts.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { giftSummary, redeemableUntil } from "./gift-labels.ts";
import { useVoucher } from "./use-voucher.ts";
import styles from "./voucher-card.module.css";

interface VoucherCardProps {
  /** Called after redemption. */
  readonly onRedeemed?: () => void;
}

/** Redeems a voucher after a preview. For users with access to payments. */
export const VoucherCard = ({ onRedeemed }: VoucherCardProps) => {
  const voucher = useVoucher(onRedeemed);
  const { code, known, error } = voucher;
  const asked = known?.step === "asked" ? known.gift : undefined;
  const taken = known?.step === "taken" ? known.gift : undefined;
  return (
    <Card title="Voucher" text="Redeem a voucher for LAND or resources.">
      <Form onSubmit={() => void (asked ? voucher.redeem() : voucher.verify())}>
        <div className={styles.line}>
          <TextField
            label="Code"
            code
            value={code}
            placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
            maxLength={voucherCodeMax}
            autoComplete="off"
            onChange={voucher.type}
            {...(error !== undefined && { error })}
          />
          {asked ? (
            <Button type="submit" kind="primary" busy={voucher.redeeming}>
              Redeem
            </Button>
          ) : (
            <Button type="submit" busy={voucher.verifying}>
              Check code
            </Button>
          )}
        </div>
        <div role="status">
          {asked && (
            <Banner icon="gift" title={`Value: ${giftSummary(asked)}.`}>
              {redeemableUntil(asked)}
            </Banner>
          )}
          {taken && <Banner kind="success" icon="check" title={`Redeemed: ${giftSummary(taken)}.`} />}
        </div>
      </Form>
    </Card>
  );
};
